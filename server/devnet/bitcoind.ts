/** A bitcoind of our own in regtest: started, checked, and stopped in order; after SIGKILL the next start recovers it. */
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { BitcoindBinary } from "./bitcoind-binary.ts";
import { freePort, startKeptChild, untilReady } from "./child.ts";

export type Bitcoind = {
  /** http://user:password@127.0.0.1:port; the password changes with each start and stays in a file of the node. */
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
};

export type BitcoindOptions = {
  readonly binary: BitcoindBinary;
  /** The node's own folder. */
  readonly dataDir: string;
  /** 0 takes a free one. */
  readonly port?: number;
  /** Extra flags, such as another node to connect to. */
  readonly flags?: readonly string[];
};

const FLAGS = [
  "-regtest",
  "-server",
  "-txindex",
  "-listen=0",
  "-dnsseed=0",
  "-dbcache=16",
  "-par=1",
  "-rpcbind=127.0.0.1",
  "-rpcallowip=127.0.0.1",
  "-rpcthreads=4",
  "-fallbackfee=0.00002",
  // Knots defaults to legacy addresses and to a stricter relay policy than Core's.
  "-addresstype=bech32",
  "-changetype=bech32",
];

export async function startBitcoind(options: BitcoindOptions): Promise<Bitcoind> {
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
  const port = options.port || (await freePort());
  const cookie = join(options.dataDir, "regtest/.cookie");
  rmSync(cookie, { force: true });
  const child = await startKeptChild({
    command: options.binary.command,
    args: [
      ...options.binary.leadingArgs,
      ...FLAGS,
      `-datadir=${options.dataDir}`,
      `-rpcport=${port}`,
      ...(options.flags ?? []),
    ],
    pidFile: join(options.dataDir, "parley.pid"),
    mark: `-datadir=${options.dataDir}`,
    logFile: join(options.dataDir, "output.log"),
  });
  const url = () => `http://${readFileSync(cookie, "utf8").trim()}@127.0.0.1:${port}`;
  await untilReady(child, "bitcoind", async () => existsSync(cookie) && (await answers(url())));
  return { url: url(), pid: child.pid, stop: () => child.stop() };
}

async function answers(url: string): Promise<boolean> {
  try {
    const { username, password, origin } = new URL(url);
    const reply = await fetch(origin, {
      method: "POST",
      headers: { authorization: `Basic ${btoa(`${username}:${decodeURIComponent(password)}`)}` },
      body: JSON.stringify({ id: 0, method: "getblockcount", params: [] }),
      signal: AbortSignal.timeout(2000),
    });
    return reply.ok;
  } catch {
    // It is not listening yet: the caller asks again.
    return false;
  }
}
