/**
 * Whether a passkey said yes to this: an assertion of WebAuthn, signed in ES256 by a key that was enrolled here. Of the
 * standard's many forms only this one is known, so that the process that holds keys needs no library for the others.
 */
import { createHash, createPublicKey, verify } from "node:crypto";
import { type Assertion, challengeText, type ProofFor, type ShownSendOut } from "#contract/proofs.ts";

/** How long ago, or by how much a clock ahead, an assertion may have been asked for. */
const FRESH_SEC = 300;

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
/** The digest of the site's name, a byte of flags, a counter of four. */
const LEAST_BYTES = 37;

export type Site = { readonly origin: string };
export type Asserted = {
  readonly assertion: Assertion;
  readonly publicKey: Uint8Array;
  readonly wanted: ProofFor;
  readonly sendOut?: ShownSendOut;
  readonly now: Date;
};

const sha256 = (text: string | Uint8Array) => createHash("sha256").update(text).digest();

export function isAsserted({ origin }: Site, { assertion, publicKey, wanted, sendOut, now }: Asserted): boolean {
  const { asked_at: askedAt } = assertion;
  if (Math.abs(now.getTime() / 1000 - askedAt) > FRESH_SEC) return false;
  const data = Buffer.from(assertion.authenticator_data, "base64url");
  const client = Buffer.from(assertion.client_data, "base64url");
  const challenge = sha256(challengeText(wanted, { askedAt, ...(sendOut ? { sendOut } : {}) })).toString("base64url");
  if (!isOfSite(client, { origin, challenge })) return false;
  if (data.length < LEAST_BYTES || !data.subarray(0, 32).equals(sha256(new URL(origin).hostname))) return false;
  const flags = data[32] ?? 0;
  if ((flags & USER_PRESENT) === 0 || (flags & USER_VERIFIED) === 0) return false;
  const key = createPublicKey({ key: Buffer.from(publicKey), format: "der", type: "spki" });
  return verify("sha256", Buffer.concat([data, sha256(client)]), key, Buffer.from(assertion.signature, "base64url"));
}

function isOfSite(client: Buffer, { origin, challenge }: { origin: string; challenge: string }): boolean {
  try {
    const said = JSON.parse(client.toString("utf8")) as Record<string, unknown>;
    return (
      said.type === "webauthn.get" &&
      said.challenge === challenge &&
      said.origin === origin &&
      said.crossOrigin !== true
    );
  } catch {
    return false;
  }
}
