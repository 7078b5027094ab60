/** A stored file that is encrypted with a key of its own; the key is sealed in its row, so that the file alone says nothing. */
import { createCipheriv, createDecipheriv } from "node:crypto";
import { ids } from "../ids.ts";
import { seal, unseal } from "../sealed.ts";
import type { Files } from "./files.ts";

export type Encrypted = { readonly bytes: Buffer; readonly keySealed: Buffer };

/** `place` is the column and the row of the key. */
export function encryptFile(bytes: Uint8Array, place: string): Encrypted {
  const key = ids.secret();
  const nonce = Buffer.from(ids.secret(), "base64url").subarray(0, 12);
  const cipher = createCipheriv("aes-256-gcm", Buffer.from(key, "base64url"), nonce);
  const body = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return { bytes: Buffer.concat([nonce, cipher.getAuthTag(), body]), keySealed: seal(key, place) };
}

type Kept = { readonly file_key: string; readonly key_sealed: Uint8Array };

/**
 * Undefined where the file is gone, cannot be read, or is not what was kept. Throws when the key belongs to another file,
 * or to a secret that this process does not have: then the file may be whole.
 */
export async function openFile(
  files: Pick<Files, "get">,
  { file_key: fileKey, key_sealed: keySealed }: Kept,
  place: string,
): Promise<Buffer | undefined> {
  const key = Buffer.from(unseal(keySealed, place), "base64url");
  const bytes = await files.get(fileKey).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "EIO") return undefined;
    throw error;
  });
  if (!bytes) return undefined;
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12), { authTagLength: 16 });
    decipher.setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
  } catch {
    // Whatever the cipher says of it: too short, or not these bytes.
    return undefined;
  }
}

/** The same key under the secret that counts now. */
export const sealKeyAgain = (keySealed: Uint8Array, place: string): Buffer => seal(unseal(keySealed, place), place);
