/** A bitcoind of our own in regtest: started, checked, and stopped in order; after SIGKILL the next start recovers it. */
import { createHmac } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { ids } from "../../platform/ids.ts";
import type { BitcoindBinary } from "./binary.ts";
import { freePort, startKeptChild, untilReady } from "../child.ts";

export type Bitcoind = {
  /** http://user:password@127.0.0.1:port; the node knows a salted hash of the password. */
  readonly url: string;
  readonly pid: number;
  /** Resolves when the node has ended, for whatever reason. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
};

export type BitcoindOptions = {
  readonly binary: BitcoindBinary;
  /** The node's own folder. */
  readonly dataDir: string;
  /** An address of before, for a node that takes the place of one that ended; without it a port and a password are drawn. */
  readonly url?: string;
  /** Extra flags, such as another node to connect to. */
  readonly flags?: readonly string[];
};

const USER = "parley";

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
  const url = options.url ?? `http://${USER}:${ids.secret()}@127.0.0.1:${await freePort()}`;
  const { port, password } = new URL(url);
  const child = await startKeptChild({
    command: options.binary.command,
    args: [
      ...options.binary.leadingArgs,
      ...FLAGS,
      `-datadir=${options.dataDir}`,
      `-rpcport=${port}`,
      `-rpcauth=${USER}:${saltedHash(password)}`,
      ...(options.flags ?? []),
    ],
    pidFile: join(options.dataDir, "parley.pid"),
    mark: `-datadir=${options.dataDir}`,
    logFile: join(options.dataDir, "output.log"),
  });
  await untilReady(child, "bitcoind", () => answers(url));
  return { url, pid: child.pid, ended: child.ended, stop: () => child.stop() };
}

/** What -rpcauth takes: the password itself is on no command line. */
function saltedHash(password: string): string {
  const salt = ids.uuid().replaceAll("-", "");
  return `${salt}$${createHmac("sha256", salt).update(password).digest("hex")}`;
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
