/** A passkey in software: confirms one thing as an authenticator would, for the robots. */
import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";
import {
  type Assertion,
  challengeText,
  type FactorAct,
  type NewPasskey,
  type ProofFor,
  type ShownQuote,
} from "#contract/people/sign-in/proofs.ts";
import { ids } from "../platform/ids.ts";

export type SoftwareKey = {
  readonly id: string;
  /** PKCS #8 in PEM. */
  readonly privateKey: string;
};
/** With its key read already, for many confirmations. */
export type ReadKey = { readonly id: string; readonly privateKey: KeyObject };

export type MadeKey = {
  readonly key: SoftwareKey;
  /** What is enrolled with the signer: COSE. */
  readonly publicKey: Uint8Array;
};

const KINDS = {
  ES256: () => generateKeyPairSync("ec", { namedCurve: "P-256" }),
  RS256: () => generateKeyPairSync("rsa", { modulusLength: 2048 }),
  EdDSA: () => generateKeyPairSync("ed25519"),
};

export function makeSoftwareKey(id = ids.secret(), kind: keyof typeof KINDS = "ES256"): MadeKey {
  const made = KINDS[kind]();
  const privateKey = made.privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  return { key: { id, privateKey }, publicKey: coseOf(made.publicKey) };
}

const bytes = (text = "") => Uint8Array.from(Buffer.from(text, "base64url"));

/** RFC 9053: of what kind a key is, for which algorithm, and its numbers. */
export function coseOf(key: KeyObject): Uint8Array {
  const { kty, crv, x, y, n, e } = key.export({ format: "jwk" });
  const parts: [number, number | Uint8Array][] =
    kty === "RSA"
      ? [
          [1, 3],
          [3, -257],
          [-1, bytes(n)],
          [-2, bytes(e)],
        ]
      : kty === "OKP"
        ? [
            [1, 1],
            [3, -8],
            [-1, 6],
            [-2, bytes(x)],
          ]
        : [
            [1, 2],
            [3, crv === "P-256" ? -7 : -35],
            [-1, crv === "P-256" ? 1 : 2],
            [-2, bytes(x)],
            [-3, bytes(y)],
          ];
  return isoCBOR.encode(new Map(parts));
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
  const data = Buffer.concat([head, Buffer.alloc(16), Buffer.of(id.length >> 8, id.length & 0xff), id, publicKey]);
  return {
    credential_id: key.id,
    attestation_object: attestationOf(data),
    client_data: client.toString("base64url"),
    asked_at: askedAt,
  };
}

/** That nobody vouches for. */
export function attestationOf(data: Uint8Array): string {
  const none: [string, string | Uint8Array | Map<string, string>][] = [
    ["fmt", "none"],
    ["attStmt", new Map<string, string>()],
    ["authData", Uint8Array.from(data)],
  ];
  return Buffer.from(isoCBOR.encode(new Map(none))).toString("base64url");
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
