/** A picture of a document: drawn anew without what the camera wrote into it, and encrypted with a key of its own. */
import { createCipheriv, createDecipheriv } from "node:crypto";
import type { Side } from "#contract/compliance/verification-names.ts";
import type { Files } from "../../../platform/files/files.ts";
import { ids } from "../../../platform/ids.ts";
import { seal, unseal } from "../../../platform/sealed.ts";

type Place = { readonly reference: string; readonly side: Side };

const placeOf = ({ reference, side }: Place) => `verification_pictures.key:${reference}:${side}`;

export type Encrypted = { readonly bytes: Buffer; readonly keySealed: Buffer };

/** The bytes to keep as a file, and the sealed key for its row: without the row the file says nothing. */
export function encryptPicture(bytes: Uint8Array, place: Place): Encrypted {
  const key = ids.secret();
  const nonce = Buffer.from(ids.secret(), "base64url").subarray(0, 12);
  const cipher = createCipheriv("aes-256-gcm", Buffer.from(key, "base64url"), nonce);
  const body = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return { bytes: Buffer.concat([nonce, cipher.getAuthTag(), body]), keySealed: seal(key, placeOf(place)) };
}

/**
 * Undefined where the file is gone, cannot be read, or is not what was kept. Throws when the key belongs to another picture,
 * or to a secret that this process does not have: then the file may be whole.
 */
export async function openPicture(
  files: Pick<Files, "get">,
  { file_key: fileKey, key_sealed: keySealed }: { readonly file_key: string; readonly key_sealed: Uint8Array },
  place: Place,
): Promise<Buffer | undefined> {
  const key = Buffer.from(unseal(keySealed, placeOf(place)), "base64url");
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
export const sealKeyAgain = (keySealed: Uint8Array, place: Place): Buffer =>
  seal(unseal(keySealed, placeOf(place)), placeOf(place));
