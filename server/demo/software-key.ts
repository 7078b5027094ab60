/** A passkey in software: says yes to one thing as an authenticator would, for the robots, who have no finger to lay on one. */
import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import {
  type Assertion,
  challengeText,
  type FactorAct,
  type NewPasskey,
  type ProofFor,
  type ShownQuote,
} from "#contract/proofs.ts";
import { ids } from "../platform/ids.ts";

export type SoftwareKey = {
  readonly id: string;
  /** PKCS #8 in PEM. */
  readonly privateKey: string;
};
/** With its key read already: for who says yes often. */
export type ReadKey = { readonly id: string; readonly privateKey: KeyObject };

export type MadeKey = {
  readonly key: SoftwareKey;
  /** What is enrolled with the signer: SubjectPublicKeyInfo. */
  readonly publicKey: Buffer;
};

const KINDS = {
  ES256: () => generateKeyPairSync("ec", { namedCurve: "P-256" }),
  RS256: () => generateKeyPairSync("rsa", { modulusLength: 2048 }),
  EdDSA: () => generateKeyPairSync("ed25519"),
};

export function makeSoftwareKey(id = ids.secret(), kind: keyof typeof KINDS = "ES256"): MadeKey {
  const made = KINDS[kind]();
  const privateKey = made.privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  return { key: { id, privateKey }, publicKey: made.publicKey.export({ type: "spki", format: "der" }) };
}

/** The user was present and verified. */
const FLAGS = 0x05;
const HAS_CREDENTIAL = 0x40;

const sha256 = (bytes: string | Uint8Array) => createHash("sha256").update(bytes).digest();

/** What a browser would send when a passkey is made; its id must be base64url. */
export function enrollWith({ key, publicKey }: MadeKey, { origin, now }: { origin: string; now: Date }): NewPasskey {
  const askedAt = Math.floor(now.getTime() / 1000);
  const challenge = sha256(challengeText({ kind: "add_factor", id: "passkey" }, { askedAt })).toString("base64url");
  const client = Buffer.from(JSON.stringify({ type: "webauthn.create", challenge, origin, crossOrigin: false }));
  const id = Buffer.from(key.id, "base64url");
  const head = Buffer.concat([sha256(new URL(origin).hostname), Buffer.of(FLAGS | HAS_CREDENTIAL, 0, 0, 0, 0)]);
  const data = Buffer.concat([head, Buffer.alloc(16), Buffer.of(id.length >> 8, id.length & 0xff), id]);
  return {
    credential_id: key.id,
    public_key: publicKey.toString("base64url"),
    authenticator_data: data.toString("base64url"),
    client_data: client.toString("base64url"),
    asked_at: askedAt,
  };
}

type Wanted = ShownQuote & {
  readonly origin: string;
  readonly wanted: ProofFor | FactorAct;
  readonly now: Date;
};

export function assertWith(key: SoftwareKey | ReadKey, { origin, wanted, now, ...shown }: Wanted): Assertion {
  const askedAt = Math.floor(now.getTime() / 1000);
  const challenge = sha256(challengeText(wanted, { askedAt, ...shown })).toString("base64url");
  const client = Buffer.from(JSON.stringify({ type: "webauthn.get", challenge, origin, crossOrigin: false }));
  const data = Buffer.concat([sha256(new URL(origin).hostname), Buffer.of(FLAGS, 0, 0, 0, 0)]);
  const privateKey = typeof key.privateKey === "string" ? createPrivateKey(key.privateKey) : key.privateKey;
  const digest = privateKey.asymmetricKeyType === "ed25519" ? null : "sha256";
  const signature = sign(digest, Buffer.concat([data, sha256(client)]), privateKey);
  return {
    credential_id: key.id,
    authenticator_data: data.toString("base64url"),
    client_data: client.toString("base64url"),
    signature: signature.toString("base64url"),
    asked_at: askedAt,
  };
}
