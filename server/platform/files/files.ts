/** Kept bytes, by the hash of their content or by a key of their own, under DATA_DIR/files. Written whole or not at all. */
import { createHash } from "node:crypto";
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ids } from "../ids.ts";
import { syncFolder } from "./sync-folder.ts";

export type Files = {
  /** Keeps the bytes and returns their key; the same bytes have the same key. */
  put(bytes: Uint8Array): Promise<string>;
  /** Stores the bytes under a unique key, so that a removal cannot remove equal bytes of another upload. */
  putAlone(bytes: Uint8Array): Promise<string>;
  get(key: string): Promise<Uint8Array>;
  /** The second time there is nothing to do. */
  remove(key: string): Promise<void>;
};

export function openFiles(folder: string): Files {
  const pathOf = (key: string) => {
    if (!/^[0-9a-f]{64}$/.test(key)) throw new Error("not a file key");
    return join(folder, key.slice(0, 2), key.slice(2, 4), key);
  };
  const keep = async (bytes: Uint8Array, key: string) => {
    const path = pathOf(key);
    await mkdir(dirname(path), { recursive: true });
    const unfinished = `${path}.${ids.hash()}.part`;
    try {
      await writeSynced(unfinished, bytes);
      await rename(unfinished, path);
    } catch (error) {
      // On a full disk it would only take the room that is missing.
      await rm(unfinished, { force: true });
      throw error;
    }
    // Flushes its name and the folders above it, which may be new as well, before the file is used.
    for (const above of [dirname(path), dirname(dirname(path)), folder, dirname(folder)]) await syncFolder(above);
    return key;
  };
  return {
    put: (bytes) => keep(bytes, createHash("sha256").update(bytes).digest("hex")),
    putAlone: (bytes) => keep(bytes, createHash("sha256").update(ids.secret()).update(bytes).digest("hex")),
    get: (key) => readFile(pathOf(key)),
    async remove(key) {
      await rm(pathOf(key), { force: true });
      await syncFolder(dirname(pathOf(key)));
    },
  };
}

async function writeSynced(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}
