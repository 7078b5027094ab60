/** A name in a folder is on the disk when the folder is: bytes that were synced under a new name may be gone without it. */
import { closeSync, fsyncSync, openSync } from "node:fs";
import { open } from "node:fs/promises";

/** Windows keeps names by itself, and opens no folders. */
const KEEPS_NAMES = process.platform === "win32";

export async function syncFolder(path: string): Promise<void> {
  if (KEEPS_NAMES) return;
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** The same for a process that does one thing at a time. */
export function syncFolderNow(path: string): void {
  if (KEEPS_NAMES) return;
  const folder = openSync(path, "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
