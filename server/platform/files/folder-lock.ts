/**
 * A lock between processes of one machine: the process that created the folder holds it; the lock of a dead process is taken
 * over.
 */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

export async function withFolderLock<T>(folder: string, work: () => Promise<T>, waitMs = 180_000): Promise<T> {
  const leave = await takeFolderLock(folder, waitMs);
  try {
    return await work();
  } finally {
    leave();
  }
}

/** Returns what lets go of it. Throws when a living process keeps it for longer than one is willing to wait. */
export async function takeFolderLock(folder: string, waitMs: number): Promise<() => void> {
  mkdirSync(dirname(folder), { recursive: true });
  const deadline = performance.now() + waitMs;
  while (!take(folder)) {
    const holder = holderOf(folder);
    if (holder && isGone(holder)) clear(folder, holder);
    else if (performance.now() > deadline) throw new Error(`${folder} is held by another process`);
    else await new Promise((done) => setTimeout(done, 200));
  }
  return () => rmSync(folder, { recursive: true, force: true });
}

/** The folder appears with its holder's name in it or not at all: a crash in between leaves nothing that locks. */
function take(folder: string): boolean {
  const mine = `${folder}.${process.pid}`;
  rmSync(mine, { recursive: true, force: true });
  mkdirSync(mine);
  writeFileSync(join(mine, "pid"), nameOf(process.pid));
  try {
    renameSync(mine, folder);
    return true;
  } catch (error) {
    rmSync(mine, { recursive: true, force: true });
    if (["EEXIST", "ENOTEMPTY", "EPERM"].includes((error as NodeJS.ErrnoException).code ?? "")) return false;
    throw error;
  }
}

/** Undefined when it was let go of a moment ago. */
function holderOf(folder: string): string | undefined {
  try {
    return readFileSync(join(folder, "pid"), "utf8");
  } catch {
    // Not held any more: the next try takes it.
    return undefined;
  }
}

function isGone(holder: string): boolean {
  const pid = Number(holder.split(" ")[0]);
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return true;
  }
  // Process numbers are reused: the start time distinguishes one process from the next.
  return holder.includes(" ") && nameOf(pid) !== holder;
}

/** The process's number and, where the system reports it, its start time. */
function nameOf(pid: number): string {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return `${pid} ${fields[19] ?? ""}`.trim();
  } catch {
    // No such folder on this system: the number alone has to do.
    return String(pid);
  }
}

/** Moves the dead one's folder away first, and back if another was quicker to take it over. */
function clear(folder: string, dead: string): void {
  const aside = `${folder}.dead.${process.pid}`;
  try {
    rmSync(aside, { recursive: true, force: true });
    renameSync(folder, aside);
    if (holderOf(aside) === dead) rmSync(aside, { recursive: true, force: true });
    else renameSync(aside, folder);
  } catch {
    // Another process cleared it at the same moment: the next try reads its state.
  }
}
