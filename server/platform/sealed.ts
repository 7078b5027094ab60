/**
 * Personal data at rest: each field is encrypted by itself with a versioned key that is not in the database, and bound
 * to its column and row, so that a cipher text moved elsewhere does not open.
 */
import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, type KeyObject } from "node:crypto";
import { ids } from "./ids.ts";

const VERSION = 1;

type Keys = { readonly seal: KeyObject; readonly index: KeyObject };
let keys: Keys | undefined;

/** Called once at the start, with the secret that the configuration keeps. */
export function useSealingSecret(secret: Uint8Array): void {
  const derive = (purpose: string) =>
    createSecretKey(new Uint8Array(hkdfSync("sha256", secret, "parley", `${purpose}:v${VERSION}`, 32)));
  keys = { seal: derive("seal"), index: derive("index") };
}

function current(): Keys {
  if (!keys) throw new Error("the sealing secret was not set");
  return keys;
}

/** `place` is the column and the owner: "users.email:9f3…". */
export function seal(text: string, place: string): Buffer {
  const nonce = Buffer.from(ids.secret(), "base64url").subarray(0, 12);
  const cipher = createCipheriv("aes-256-gcm", current().seal, nonce);
  cipher.setAAD(Buffer.from(place));
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([Buffer.from([VERSION]), nonce, cipher.getAuthTag(), body]);
}

/** Throws when the bytes were changed or belong to another place. */
export function unseal(bytes: Uint8Array, place: string): string {
  const sealed = Buffer.from(bytes);
  if (sealed[0] !== VERSION) throw new Error("sealed with a key this process does not have");
  const decipher = createDecipheriv("aes-256-gcm", current().seal, sealed.subarray(1, 13));
  decipher.setAAD(Buffer.from(place));
  decipher.setAuthTag(sealed.subarray(13, 29));
  return Buffer.concat([decipher.update(sealed.subarray(29)), decipher.final()]).toString("utf8");
}

/** For looking a sealed value up without opening the others: equal texts have equal marks. */
export function blindIndex(text: string, column: string): Buffer {
  return createHmac("sha256", current().index).update(`${column}\n${text}`).digest();
}
