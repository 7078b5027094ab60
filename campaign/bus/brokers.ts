/** Carriers of the bus for tests: Valkey and NATS out of Debian's sid, each in a folder with its own loader, fetched once. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { createConnection } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { machineCache } from "../../server/devnet/bitcoind/binary.ts";
import { freePort } from "../../server/devnet/child.ts";
import { fetchFromDebian } from "../../server/devnet/debian-packages.ts";

export const BROKERS = ["valkey", "nats"] as const;
export type BrokerName = (typeof BROKERS)[number];

const PACKAGES: Readonly<Record<BrokerName, string>> = { valkey: "valkey-server", nats: "nats-server" };
const SCHEMES: Readonly<Record<BrokerName, string>> = { valkey: "valkey", nats: "nats" };

export type Broker = {
  readonly port: number;
  /** As BUS_URL, without a name. */
  readonly url: string;
  stop(): Promise<void>;
  /** On the same port. */
  start(): Promise<void>;
};

/** Throws why it cannot be had. */
export async function startBroker(name: BrokerName): Promise<Broker> {
  const { command, leadingArgs } = await program(name);
  const port = await freePort();
  const args = {
    valkey: ["--port", `${port}`, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--daemonize", "no"],
    nats: ["-a", "127.0.0.1", "-p", `${port}`],
  }[name];
  let child: ChildProcess | undefined;
  const broker: Broker = {
    port,
    url: `${SCHEMES[name]}://127.0.0.1:${port}`,
    async start() {
      const started = spawn(command, [...leadingArgs, ...args], { stdio: "ignore", cwd: tmpdir() });
      started.on("error", () => undefined);
      child = started;
      for (let tries = 0; tries < 200; tries++) {
        if (started.exitCode !== null) throw new Error(`${PACKAGES[name]} ended with ${started.exitCode}`);
        if (await answers(port)) return;
        await pause(25);
      }
      throw new Error(`${PACKAGES[name]} does not listen`);
    },
    async stop() {
      const ended = child;
      child = undefined;
      if (!ended || ended.exitCode !== null || ended.signalCode !== null) return;
      const gone = once(ended, "exit");
      ended.kill("SIGKILL");
      await gone;
    },
  };
  await broker.start();
  return broker;
}

type Program = { readonly command: string; readonly leadingArgs: readonly string[] };

async function program(name: BrokerName): Promise<Program> {
  const wanted = PACKAGES[name];
  const folders = [machineCache(), join(tmpdir(), `parley-nodes-${process.getuid?.() ?? 0}`)];
  const kept = (folder: string) => keptCopy(folder, wanted);
  for (const folder of folders) {
    const found = kept(join(folder, wanted));
    if (found) return found;
  }
  if (runs({ command: wanted, leadingArgs: [] })) return { command: wanted, leadingArgs: [] };
  return fetchFromDebian({
    ...{ folders, name: wanted, suite: "sid", wanted, kept },
    say: (isLoading) => {
      if (!isLoading) process.stderr.write(`fetching Debian's ${wanted} (about 10 MB, only once)\n`);
    },
  });
}

function keptCopy(folder: string, file: string): Program | undefined {
  const root = join(folder, "root");
  const path = ["usr/bin", "usr/sbin", "bin"].map((one) => join(root, one, file)).find(existsSync);
  if (!path) return undefined;
  const libraries = join(root, "usr/lib");
  const triple = existsSync(libraries) && readdirSync(libraries).find((name) => name.endsWith("-linux-gnu"));
  const loader = triple && readdirSync(join(libraries, triple)).find((name) => name.startsWith("ld-linux"));
  const own = loader
    ? { command: join(libraries, triple, loader), leadingArgs: ["--library-path", join(libraries, triple), path] }
    : { command: path, leadingArgs: [] };
  return runs(own) ? own : undefined;
}

const runs = ({ command, leadingArgs }: Program) =>
  spawnSync(command, [...leadingArgs, "--version"], { encoding: "utf8", timeout: 10_000 }).status === 0;

function answers(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = createConnection({ port, host: "127.0.0.1" }, () => {
      socket.destroy();
      done(true);
    });
    socket.on("error", () => done(false));
  });
}
