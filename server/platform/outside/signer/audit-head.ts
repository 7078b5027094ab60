/**
 * The head of a batch of staff acts. The signer signs each head together with the previous one, so its public key
 * verifies that the acts, their order and their number have not changed.
 */
import { createHash, createPublicKey, verify } from "node:crypto";

/** Digests in hexadecimal; numbers as text, as they may be larger than a number of JSON. */
export type AuditHead = {
  readonly number: string;
  /** How many acts there are up to the last one. */
  readonly acts: string;
  readonly lastAct: string;
  /** The link of the last act. */
  readonly chain: string;
  /** The digest of the batch before; zeros where there is none. */
  readonly previous: string;
  readonly digest: string;
};

/** What the signer says of a head, in base64, and its public key as DER in base64. */
export type HeadSignature = { readonly signature: string; readonly key: string };
/** A head as it is stored outside the database. */
export type SignedHead = AuditHead & HeadSignature;

export const NO_HEAD = "00".repeat(32);

/** As `audit_digest` of the database. */
export function auditDigest({ number, acts, lastAct, chain, previous }: Omit<AuditHead, "digest">): string {
  return createHash("sha256")
    .update(Buffer.from(previous, "hex"))
    .update(Buffer.from(chain, "hex"))
    .update(`${number}:${acts}:${lastAct}`)
    .digest("hex");
}

/** No other text that the signer signs begins so. */
export function headText({ number, digest }: Pick<AuditHead, "number" | "digest">): string {
  return ["parley audit head 1", number, digest].join("\n");
}

export function isHeadSigned(head: AuditHead, { signature, key }: HeadSignature): boolean {
  try {
    const by = createPublicKey({ key: Buffer.from(key, "base64"), format: "der", type: "spki" });
    return verify(null, Buffer.from(headText(head)), by, Buffer.from(signature, "base64"));
  } catch {
    // What is no key or no signature verifies nothing.
    return false;
  }
}
