/** A name in a folder is on the disk when the folder is: bytes that were synced under a new name may be gone without it. */
import { open } from "node:fs/promises";

/** Windows keeps names by itself, and opens no folders. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
