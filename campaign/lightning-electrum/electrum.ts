/** Electrum as a daemon on a regtest chain: its own wallet, in a folder of its own, driven by its JSON-RPC. */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort, startKeptChild, untilReady } from "../../server/devnet/child.ts";
import { ids } from "../../server/platform/ids.ts";
import type { ElectrumProgram } from "./program.ts";

export type Electrum = {
  /** Throws what Electrum answers as an error. */
  call<T>(method: string, params?: Readonly<Record<string, unknown>>): Promise<T>;
  stop(): Promise<void>;
};

export type ElectrumOptions = {
  readonly program: ElectrumProgram;
  readonly folder: string;
  /** Of the Electrum server, on loopback. */
  readonly serverPort: number;
};

/** A wallet is loaded, and connected to the server. */
export async function startElectrum({ program, folder, serverPort }: ElectrumOptions): Promise<Electrum> {
  const [port, password] = [await freePort(), ids.secret()];
  mkdirSync(join(folder, "regtest"), { recursive: true, mode: 0o700 });
  const config = {
    ...{ rpcuser: "parley", rpcpassword: password, rpcport: port },
    ...{
      server: `127.0.0.1:${serverPort}:t`,
      oneserver: true,
      auto_connect: false,
      check_updates: false,
      config_version: 3,
    },
    // Without it payments go through servers of Electrum's makers.
    use_gossip: true,
  };
  writeFileSync(join(folder, "regtest/config"), JSON.stringify(config), { mode: 0o600 });
  const child = await startKeptChild({
    command: program.command,
    args: [...program.leadingArgs, "daemon", "--regtest", "-D", folder],
    env: { ...program.env, HOME: folder },
    pidFile: join(folder, "electrum.pid"),
    mark: folder,
    logFile: join(folder, "output.log"),
  });
  const call = caller({ port, password });
  const isConnected = () =>
    call<{ connected: boolean }>("getinfo").then(
      ({ connected }) => connected,
      () => false,
    );
  await untilReady(child, "Electrum", isConnected);
  if (!existsSync(join(folder, "regtest/wallets/default_wallet"))) await call("create", { encrypt_file: false });
  await call("load_wallet");
  return { call, stop: () => child.stop() };
}

function caller({ port, password }: { port: number; password: string }): Electrum["call"] {
  return async <T>(method: string, params: Readonly<Record<string, unknown>> = {}) => {
    const reply = await fetch(`http://127.0.0.1:${port}/`, {
      method: "POST",
      headers: { authorization: `Basic ${btoa(`parley:${password}`)}` },
      body: JSON.stringify({ id: 1, method, params }),
      signal: AbortSignal.timeout(130_000),
    });
    const { result, error } = (await reply.json()) as { result: T; error?: { message: string } };
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  };
}
