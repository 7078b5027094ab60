/**
 * Personal data at rest: each field is encrypted by itself with a versioned key that is not in the database, and bound
 * to its column and row, so that a cipher text moved elsewhere does not open.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  timingSafeEqual,
} from "node:crypto";
import { ids } from "./ids.ts";

type Keys = {
  readonly version: number;
  readonly seal: KeyObject;
  readonly index: KeyObject;
  readonly sign: KeyObject;
  readonly push: Uint8Array;
  readonly webhooks: Uint8Array;
};
let keys: Keys | undefined;
/** Opens what is not sealed anew yet, while the secret is exchanged. */
let keysBefore: Keys | undefined;

/** Which secret it is, counted from one, and the previous one while that may still be needed. */
export type Sealing = { readonly version: number; readonly before?: Uint8Array | undefined };

/** Called once at the start, with the secret that the configuration keeps. */
export function useSealingSecret(secret: Uint8Array, { version, before }: Sealing = { version: 1 }): void {
  keys = keysFrom(secret, version);
  keysBefore = before && keysFrom(before, version - 1);
}

function keysFrom(secret: Uint8Array, version: number): Keys {
  const bytes = (purpose: string) => new Uint8Array(hkdfSync("sha256", secret, "parley", `${purpose}:v${version}`, 32));
  const derive = (purpose: string) => createSecretKey(bytes(purpose));
  return {
    version,
    seal: derive("seal"),
    index: derive("index"),
    sign: derive("sign"),
    push: bytes("push"),
    webhooks: bytes("webhooks"),
  };
}

function current(): Keys {
  if (!keys) throw new Error("the sealing secret was not set");
  return keys;
}

/** The first byte of whatever is sealed now. */
export const sealingVersion = (): number => current().version;

/** Of everything that this process can open. */
export const sealingVersions = (): number[] => [current(), keysBefore].flatMap((one) => (one ? [one.version] : []));

/** The private key by which push services know this market; browsers subscribe anew when the secret was exchanged. */
export const pushKey = (): Uint8Array => current().push;

/** The seeds of the keys that sign webhooks: the current one, and the previous one while the secret is exchanged. */
export const webhookSeeds = (): Uint8Array[] => [current(), keysBefore].flatMap((one) => (one ? [one.webhooks] : []));

/** `place` is the column and the owner: "users.email:9f3…". */
export function seal(text: string, place: string): Buffer {
  const nonce = Buffer.from(ids.secret(), "base64url").subarray(0, 12);
  const cipher = createCipheriv("aes-256-gcm", current().seal, nonce);
  cipher.setAAD(Buffer.from(place));
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([Buffer.from([current().version]), nonce, cipher.getAuthTag(), body]);
}

/** Throws when the bytes were changed or belong to another place. */
export function unseal(bytes: Uint8Array, place: string): string {
  const sealed = Buffer.from(bytes);
  const opens = [current(), keysBefore].find((one) => one?.version === sealed[0]);
  if (!opens) throw new Error("sealed with a key this process does not have");
  const decipher = createDecipheriv("aes-256-gcm", opens.seal, sealed.subarray(1, 13));
  decipher.setAAD(Buffer.from(place));
  decipher.setAuthTag(sealed.subarray(13, 29));
  return Buffer.concat([decipher.update(sealed.subarray(29)), decipher.final()]).toString("utf8");
}

/** For looking a sealed value up without opening the others: equal texts have equal marks. */
export function blindIndex(text: string, column: string): Buffer {
  return createHmac("sha256", current().index).update(`${column}\n${text}`).digest();
}

/** For links that leave with an email: says later that we wrote this text for this purpose. 43 letters and digits. */
export function signed(text: string, purpose: string): string {
  return signedWith(current(), text, purpose);
}

/** While the secret is exchanged, also by the previous one. */
export function isSigned(mark: string, { text, purpose }: { text: string; purpose: string }): boolean {
  return [current(), keysBefore].some((one) => {
    const right = one && Buffer.from(signedWith(one, text, purpose));
    const given = Buffer.from(mark);
    return right !== undefined && right.length === given.length && timingSafeEqual(right, given);
  });
}

function signedWith({ sign }: Keys, text: string, purpose: string): string {
  return createHmac("sha256", sign).update(`${purpose}\n${text}`).digest("base64url");
}
