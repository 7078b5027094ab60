/**
 * Child processes that keep data: one owner at a time. The pid file names the process and the one that started it, so
 * that after a SIGKILL the next start ends the orphan, and a second start beside a living one is refused.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { dirname } from "node:path";
import { ids } from "../platform/ids.ts";
import { plainEnvironment } from "./postgres/binaries.ts";

export type KeptChild = {
  readonly pid: number;
  /** What it printed last, for a message that says why it ended. */
  tail(): string;
  hasEnded(): boolean;
  /** Resolves when it has ended, for whatever reason. */
  readonly ended: Promise<void>;
  /** Asks it to end, waits, and insists after the given time. */
  stop(graceMs?: number): Promise<void>;
};

export type KeptChildOptions = {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** Names the process and its owner; lies in the folder that only one process may use. */
  readonly pidFile: string;
  /** A text of its command line, so that a number used again by another program is not taken for ours. */
  readonly mark: string;
  readonly logFile: string;
};

/** Starts it in its own process group: Ctrl-C reaches the server first, which ends its children in order. */
export async function startKeptChild(options: KeptChildOptions): Promise<KeptChild> {
  mkdirSync(dirname(options.pidFile), { recursive: true });
  await endOrphan(options.pidFile, options.mark);
  const output = openSync(options.logFile, "w", 0o600);
  const child = spawn(options.command, options.args, {
    env: { ...plainEnvironment(), ...options.env },
    detached: true,
    stdio: ["ignore", output, output],
  });
  let fault = "";
  child.on("error", (error) => {
    fault = error.message;
  });
  if (child.pid === undefined) {
    await new Promise((done) => setImmediate(done));
    throw new Error(`${options.command} did not start: ${fault}`);
  }
  writeFileSync(options.pidFile, `${child.pid} ${process.pid}\n`, { mode: 0o600 });
  return kept(child, options);
}

function kept(child: ChildProcess, { pidFile, logFile }: KeptChildOptions): KeptChild {
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const ended = new Promise<void>((done) => child.once("exit", () => done()));
  return {
    pid: child.pid ?? -1,
    ended,
    tail: () => (existsSync(logFile) ? readFileSync(logFile, "utf8").slice(-1500).trim() : ""),
    hasEnded,
    async stop(graceMs = 15_000) {
      if (hasEnded()) return;
      child.kill("SIGTERM");
      const late = setTimeout(() => child.kill("SIGKILL"), graceMs);
      await ended;
      clearTimeout(late);
      rmSync(pidFile, { force: true });
    },
  };
}

async function endOrphan(pidFile: string, mark: string): Promise<void> {
  if (!existsSync(pidFile)) return;
  const [pid = 0, owner = 0] = readFileSync(pidFile, "utf8").trim().split(" ").map(Number);
  if (!runs(pid, mark)) return rmSync(pidFile, { force: true });
  if (owner !== process.pid && owner > 0 && runs(owner, "node")) {
    throw new Error(`another Parley (process ${owner}) already uses ${dirname(pidFile)}; stop it first`);
  }
  process.kill(pid, "SIGTERM");
  for (let waited = 0; runs(pid, mark); waited += 50) {
    if (waited === 10_000) process.kill(pid, "SIGKILL");
    await new Promise((done) => setTimeout(done, 50));
  }
  rmSync(pidFile, { force: true });
}

function runs(pid: number, mark: string): boolean {
  if (!Number.isInteger(pid) || pid <= 1) return false;
  try {
    process.kill(pid, 0);
    if (!existsSync("/proc/self/cmdline")) return true;
    if (/^State:\tZ/m.test(readFileSync(`/proc/${pid}/status`, "utf8"))) return false;
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(mark);
  } catch {
    // No such process, or not ours to see: either way it is not the one that was started here.
    return false;
  }
}

/** Below the ports that systems give to outgoing connections, so that nobody is given ours before we listen on it. */
const OWN_PORTS = { first: 20_000, count: 12_000 };

/** A port on loopback that was free a moment ago. Drawn, so that several processes that ask at once get different ones. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = OWN_PORTS.first + ids.below(OWN_PORTS.count);
    if (await isFree(port)) return port;
  }
  throw new Error("no free port was found");
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((done) => {
    server.once("error", () => done(false));
    server.listen(port, "127.0.0.1", () => server.close(() => done(true)));
  });
}

/** Asks until the answer is yes; throws what the child printed when it ended or the time is over. */
export async function untilReady(
  child: KeptChild,
  name: string,
  ask: () => Promise<boolean>,
  waitMs = 30_000,
): Promise<void> {
  const deadline = performance.now() + waitMs;
  for (;;) {
    if (child.hasEnded()) throw new Error(`${name} ended while starting: ${child.tail()}`);
    if (await ask()) return;
    if (performance.now() > deadline) {
      await child.stop(2000);
      throw new Error(`${name} did not answer within ${waitMs / 1000} s: ${child.tail()}`);
    }
    await new Promise((done) => setTimeout(done, 20));
  }
}
