/** A lock between processes of one machine: whoever makes the folder holds it; that of a dead process is taken over. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

export async function withFolderLock<T>(folder: string, work: () => Promise<T>, waitMs = 180_000): Promise<T> {
  mkdirSync(dirname(folder), { recursive: true });
  const deadline = performance.now() + waitMs;
  while (!take(folder)) {
    if (holderIsGone(folder)) rmSync(folder, { recursive: true, force: true });
    else if (performance.now() > deadline) throw new Error(`${folder} is held by another process`);
    else await new Promise((done) => setTimeout(done, 200));
  }
  try {
    return await work();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function take(folder: string): boolean {
  try {
    mkdirSync(folder);
    writeFileSync(join(folder, "pid"), String(process.pid));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

function holderIsGone(folder: string): boolean {
  try {
    process.kill(Number(readFileSync(join(folder, "pid"), "utf8")), 0);
    return false;
  } catch (error) {
    // ENOENT: it was taken a moment ago and the name is not written yet. ESRCH: the holder has died.
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}
