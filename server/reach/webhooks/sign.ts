/**
 * The signatures of a request. Ed25519 over the address and the text as it is sent, by a key that everybody can read; and the
 * Standard Webhooks signature (standardwebhooks.com), by a secret that only the receiver has.
 */
import { createHmac, createPrivateKey, createPublicKey, type KeyObject, sign } from "node:crypto";
import { SECRET_MARK, SIGNATURE_HEADER, TIMESTAMP_HEADER } from "#contract/reach/webhooks/names.ts";
import { ids } from "../../platform/ids.ts";
import { seal, unseal, webhookSeeds } from "../../platform/sealed.ts";

/** What precedes the seed of an Ed25519 key in PKCS #8 (RFC 8410). */
const PKCS8_HEAD = Buffer.from("302e020100300506032b657004220420", "hex");

function privateKeys(): KeyObject[] {
  return webhookSeeds().map((seed) =>
    createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: "der", type: "pkcs8" }),
  );
}

/** In PEM, the current one first; while the operator exchanges the secret, the previous one follows. */
export function publicKeys(): string {
  return privateKeys()
    .map((key) => createPublicKey(key).export({ type: "spki", format: "pem" }))
    .join("");
}

export type ToSign = {
  readonly url: string;
  readonly id: string;
  readonly body: string;
  readonly at: Date;
  /** Without their mark, in base64. */
  readonly secrets: readonly string[];
};

/** Every key signs: several signatures stand side by side, separated as each format wants it. */
export function signatureHeaders({ url, id, body, at, secrets }: ToSign): Record<string, string> {
  const seconds = String(Math.floor(at.getTime() / 1000));
  const signed = Buffer.from(`${url}:${body}`);
  const standard = secrets.map((secret) =>
    createHmac("sha256", Buffer.from(secret, "base64")).update(`${id}.${seconds}.${body}`).digest("base64"),
  );
  return {
    [SIGNATURE_HEADER]: privateKeys()
      .map((key) => sign(null, signed, key).toString("base64"))
      .join(","),
    [TIMESTAMP_HEADER]: seconds,
    "webhook-id": id,
    "webhook-timestamp": seconds,
    "webhook-signature": standard.map((one) => `v1,${one}`).join(" "),
  };
}

/** 256 bits in base64. */
export const newSecret = (): string => Buffer.from(ids.secret(), "base64url").toString("base64");
export const shownSecret = (secret: string): string => `${SECRET_MARK}${secret}`;

const placeOf = (userId: bigint) => `webhook_endpoints:${userId}:secret`;
export const sealSecret = (secret: string, userId: bigint): Buffer => seal(secret, placeOf(userId));
export const openSecret = (sealed: Uint8Array, userId: bigint): string => unseal(sealed, placeOf(userId));
