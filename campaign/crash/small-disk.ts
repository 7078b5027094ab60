/** A disk that can be filled to the last byte: memory, mounted where root may do that. */
import { spawnSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";

export type SmallDisk = {
  readonly folder: string;
  /** Fills the disk; every later write fails. */
  fill(): void;
  free(): void;
  unmount(): void;
};

const MEGABYTES = 400;
const PIECE = Buffer.alloc(1 << 20);

/** Undefined where nobody lets us mount one. */
export function mountSmallDisk(folder: string): SmallDisk | undefined {
  mkdirSync(folder, { recursive: true });
  const options = ["-t", "tmpfs", "-o", `size=${MEGABYTES}m,mode=755`, "tmpfs", folder];
  if (spawnSync("mount", options).status !== 0) return undefined;
  const ballast = join(folder, "ballast");
  return {
    folder,
    fill() {
      const file = openSync(ballast, "w");
      try {
        for (let size = PIECE.length; size >= 1; size = Math.floor(size / 2)) writeUntilFull(file, size);
      } finally {
        closeSync(file);
      }
    },
    free: () => rmSync(ballast, { force: true }),
    // Lazily: a process that was killed a moment ago may still hold a file of it.
    unmount: () => void spawnSync("umount", ["-l", folder]),
  };
}

function writeUntilFull(file: number, size: number): void {
  try {
    while (writeSync(file, PIECE, 0, size) === size);
  } catch {
    // ENOSPC: a smaller piece may still fit.
  }
}
