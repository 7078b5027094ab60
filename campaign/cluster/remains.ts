/**
 * Ends what a run has left, when the run is over in whatever way: its standard input is a pipe of the run, which closes also where that is killed.
 * Called with the mark of the run and the folders to delete.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { runTool } from "../image/run-tool.ts";

export type Keeper = {
  /** Ends every process of the run's hosts, and deletes the hosts and their files. */
  close(): Promise<void>;
};

/** From here on everything of this mark goes when this process does. */
export function keepFor(mark: string, folders: readonly string[]): Keeper {
  const child = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", import.meta.filename, mark, ...folders],
    {
      stdio: ["pipe", "ignore", "inherit"],
      // Signals of the terminal and of the group of the run do not reach it.
      detached: true,
    },
  );
  const ended = once(child, "exit");
  ended.catch(() => undefined);
  child.stdin?.on("error", () => undefined);
  return {
    async close() {
      child.stdin?.end();
      await ended;
    },
  };
}

/** Files of runs whose machine went down with them. */
export function deleteLeft(folder: string): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const pid = /^parley-(\d+)$/.exec(name)?.[1];
    if (pid && !existsSync(`/proc/${pid}`)) rmSync(join(folder, name), { recursive: true, force: true });
  }
}

async function clear([mark = "", ...folders]: readonly string[]): Promise<void> {
  const namespaces = listed(runTool("ip", ["netns", "list"])).filter((name) => name.startsWith(`${mark}-`));
  const pids = () => namespaces.flatMap((name) => listed(runTool("ip", ["netns", "pids", name])).map(Number));
  // Patroni may start another PostgreSQL in between.
  for (let tries = 0; tries < 100; tries++) {
    const left = pids();
    if (left.length === 0) break;
    for (const pid of left) kill(pid);
    await pause(50);
  }
  for (const name of namespaces) runTool("ip", ["netns", "del", name]);
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}

/** The first word of each line. */
const listed = (text: string): string[] => text.split("\n").flatMap((line) => line.trim().split(/\s+/)[0] || []);

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

if (process.argv[1] === import.meta.filename) {
  process.stdin.resume();
  process.stdin.once("end", () => void clear(process.argv.slice(2)));
}
