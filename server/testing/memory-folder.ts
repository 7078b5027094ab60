/** The folder of a system that lies in memory, which tests use where there is plenty of it. */
import { existsSync, statfsSync } from "node:fs";
import { freemem } from "node:os";

const FOLDER = "/dev/shm";

/** The folder when it and the machine have so many bytes free; containers often have one of 64 MB. */
export function memoryFolder(bytes: number): string | undefined {
  if (!existsSync(FOLDER)) return;
  const { bavail, bsize } = statfsSync(FOLDER);
  return Math.min(bavail * bsize, freemem()) > bytes ? FOLDER : undefined;
}
