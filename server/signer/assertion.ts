/**
 * Whether a passkey said yes to this: an assertion of WebAuthn, signed in ES256, RS256 or EdDSA by a key that was enrolled
 * here; and whether a new one was made for this site just now. No more of the standard's forms are known, so that the
 * process that holds keys needs no library for the others.
 */
import { createHash, createPublicKey, type KeyObject, verify } from "node:crypto";
import {
  type Assertion,
  challengeText,
  type FactorAct,
  type NewPasskey,
  type ProofFor,
  type ShownQuote,
} from "#contract/proofs.ts";

/** How long ago, or by how much a clock ahead, an assertion may have been asked for. */
const FRESH_SEC = 300;

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;
const LEAST_RSA_BITS = 2048;
/** The digest of the site's name, a byte of flags, a counter of four. */
const LEAST_BYTES = 37;

export type Site = { readonly origin: string };
export type Asserted = {
  readonly assertion: Assertion;
  readonly publicKey: Uint8Array;
  readonly wanted: ProofFor | FactorAct;
  readonly shown?: ShownQuote;
  readonly now: Date;
};

const sha256 = (text: string | Uint8Array) => createHash("sha256").update(text).digest();

export function isAsserted({ origin }: Site, { assertion, publicKey, wanted, shown, now }: Asserted): boolean {
  const { asked_at: askedAt } = assertion;
  if (!isFresh(askedAt, now)) return false;
  const data = Buffer.from(assertion.authenticator_data, "base64url");
  const client = Buffer.from(assertion.client_data, "base64url");
  const challenge = sha256(challengeText(wanted, { askedAt, ...shown })).toString("base64url");
  if (!isOfSite(client, { type: "webauthn.get", origin, challenge }) || !isOfPerson(data, origin)) return false;
  const key = createPublicKey({ key: Buffer.from(publicKey), format: "der", type: "spki" });
  // Of EdDSA the digest is a part.
  const digest = key.asymmetricKeyType === "ed25519" ? null : "sha256";
  return verify(digest, Buffer.concat([data, sha256(client)]), key, Buffer.from(assertion.signature, "base64url"));
}

/** The key of a passkey that was made for this site, by a person, a moment ago; undefined for anything else. */
export function enrolledKey(
  { origin }: Site,
  { passkey, now }: { passkey: NewPasskey; now: Date },
): Buffer | undefined {
  const { asked_at: askedAt } = passkey;
  const data = Buffer.from(passkey.authenticator_data, "base64url");
  const client = Buffer.from(passkey.client_data, "base64url");
  const id = Buffer.from(passkey.credential_id, "base64url");
  const wanted = { kind: "add_factor", id: "passkey" } as const;
  const challenge = sha256(challengeText(wanted, { askedAt })).toString("base64url");
  if (!isFresh(askedAt, now) || !isOfSite(client, { type: "webauthn.create", origin, challenge })) return undefined;
  // After the counter: whose model made it, in sixteen bytes, the length of its id in two, and the id.
  const named = data.subarray(LEAST_BYTES + 18, LEAST_BYTES + 18 + id.length);
  const isNamed = ((data[32] ?? 0) & HAS_CREDENTIAL) !== 0 && id.length >= 16 && named.equals(id);
  if (!isOfPerson(data, origin) || !isNamed) return undefined;
  try {
    const publicKey = Buffer.from(passkey.public_key, "base64url");
    return isKnownKind(createPublicKey({ key: publicKey, format: "der", type: "spki" })) ? publicKey : undefined;
  } catch {
    return undefined;
  }
}

function isKnownKind({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject): boolean {
  if (type === "rsa") return (details?.modulusLength ?? 0) >= LEAST_RSA_BITS;
  return type === "ed25519" || (type === "ec" && details?.namedCurve === "prime256v1");
}

function isFresh(askedAt: number, now: Date): boolean {
  return Math.abs(now.getTime() / 1000 - askedAt) <= FRESH_SEC;
}

/** The authenticator knows the site, and somebody was there and showed who they are. */
function isOfPerson(data: Buffer, origin: string): boolean {
  if (data.length < LEAST_BYTES || !data.subarray(0, 32).equals(sha256(new URL(origin).hostname))) return false;
  const flags = data[32] ?? 0;
  return (flags & USER_PRESENT) !== 0 && (flags & USER_VERIFIED) !== 0;
}

type Expected = { readonly type: string; readonly origin: string; readonly challenge: string };

function isOfSite(client: Buffer, { type, origin, challenge }: Expected): boolean {
  try {
    const said = JSON.parse(client.toString("utf8")) as Record<string, unknown>;
    return said.type === type && said.challenge === challenge && said.origin === origin && said.crossOrigin !== true;
  } catch {
    return false;
  }
}
