/** Starts the development Lightning nodes as a process of their own, and starts them again when they end. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type LightningNode, openLnd } from "../../platform/outside/chains/lightning-node.ts";
import { startKeptChild, untilReady } from "../child.ts";
import { supervise } from "../supervise.ts";
import type { LndAccess } from "./pair.ts";

export const READY_FILE = "ready.json";
const MAIN = fileURLToPath(new URL("main.ts", import.meta.url));

export type StartedLightning = {
  /** Undefined while they start. */
  readonly ours: () => LightningNode | undefined;
  /** Somebody else's node, which pays and is paid. */
  readonly outside: () => LightningNode | undefined;
  stop(): Promise<void>;
};

export type LightningOptions = {
  readonly folder: string;
  readonly bitcoinUrl: string;
  readonly say: (text: string) => void;
};

const FIRST_WAIT_MS = 2000;
const LONGEST_WAIT_MS = 60_000;

/** Returns at once: nothing waits for the nodes. */
export function startLightning({ folder, bitcoinUrl, say }: LightningOptions): StartedLightning {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  let nodes: { ours: LightningNode; outside: LightningNode } | undefined;
  let supervised: { stop(): Promise<void> } | undefined;
  let isStopped = false;
  const start = async () => {
    const file = join(folder, READY_FILE);
    rmSync(file, { force: true });
    const child = await startKeptChild({
      command: process.execPath,
      args: [MAIN, folder],
      env: { LIGHTNING_BITCOIN_URL: bitcoinUrl, LIGHTNING_SECRET: secretIn(folder) },
      pidFile: join(folder, "parley.pid"),
      mark: folder,
      logFile: join(folder, "output.log"),
    });
    await untilReady(child, "the Lightning nodes", async () => existsSync(file));
    const { ours, outside } = JSON.parse(readFileSync(file, "utf8")) as { ours: LndAccess; outside: LndAccess };
    nodes = { ours: openLnd(ours), outside: openLnd(outside) };
    return {
      ended: child.ended.then(() => {
        nodes = undefined;
      }),
      stop: () => child.stop(3000),
    };
  };
  const stopping = new AbortController();
  const begin = async () => {
    // A busy machine may be too slow for the first try.
    for (let waitMs = FIRST_WAIT_MS; !isStopped; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
      try {
        const first = await start();
        if (isStopped) return first.stop();
        supervised = supervise({ name: "the Lightning nodes", first, start, say });
        return undefined;
      } catch (error) {
        say(`Lightning is away: ${error instanceof Error ? error.message : String(error)}`);
        await pause(waitMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
    return undefined;
  };
  const starting = begin();
  return {
    ours: () => nodes?.ours,
    outside: () => nodes?.outside,
    async stop() {
      isStopped = true;
      stopping.abort();
      await starting;
      await supervised?.stop();
    },
  };
}

/** Made once: both nodes' keys come from it. */
function secretIn(folder: string): string {
  const file = join(folder, "secret");
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString("hex"), { mode: 0o600 });
  return readFileSync(file, "utf8").trim();
}
