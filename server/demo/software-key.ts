/** A passkey in software: says yes to one thing as an authenticator would, for the robots, who have no finger to lay on one. */
import { createHash, createPrivateKey, generateKeyPairSync, sign } from "node:crypto";
import { type Assertion, challengeText, type ProofFor, type ShownSendOut } from "#contract/proofs.ts";

export type SoftwareKey = {
  readonly id: string;
  /** PKCS #8 in PEM. */
  readonly privateKey: string;
};

/** The second is what is enrolled with the signer: SubjectPublicKeyInfo. */
export function makeSoftwareKey(id: string): { key: SoftwareKey; publicKey: Buffer } {
  const made = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const privateKey = made.privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  return { key: { id, privateKey }, publicKey: made.publicKey.export({ type: "spki", format: "der" }) };
}

/** The user was present and verified. */
const FLAGS = 0x05;

type Wanted = {
  readonly origin: string;
  readonly wanted: ProofFor;
  readonly now: Date;
  readonly sendOut?: ShownSendOut;
};

export function assertWith(key: SoftwareKey, { origin, wanted, now, sendOut }: Wanted): Assertion {
  const sha256 = (bytes: string | Uint8Array) => createHash("sha256").update(bytes).digest();
  const askedAt = Math.floor(now.getTime() / 1000);
  const challenge = sha256(challengeText(wanted, { askedAt, ...(sendOut ? { sendOut } : {}) })).toString("base64url");
  const client = Buffer.from(JSON.stringify({ type: "webauthn.get", challenge, origin, crossOrigin: false }));
  const data = Buffer.concat([sha256(new URL(origin).hostname), Buffer.of(FLAGS, 0, 0, 0, 0)]);
  const signature = sign("sha256", Buffer.concat([data, sha256(client)]), createPrivateKey(key.privateKey));
  return {
    credential_id: key.id,
    authenticator_data: data.toString("base64url"),
    client_data: client.toString("base64url"),
    signature: signature.toString("base64url"),
    asked_at: askedAt,
  };
}
