/**
 * Whether a passkey said yes to this, and whether a new one was made for this site just now. The standard's forms are read
 * and verified by @simplewebauthn/server; what the word is for, how old it may be and which kinds of key count is said here.
 */
import { createHash } from "node:crypto";
import { verifyAuthenticationResponse, verifyRegistrationResponse } from "@simplewebauthn/server";
import {
  cose,
  decodeAttestationObject,
  decodeClientDataJSON,
  decodeCredentialPublicKey,
} from "@simplewebauthn/server/helpers";
import {
  type Assertion,
  challengeText,
  type FactorAct,
  type NewPasskey,
  type ProofFor,
  type ShownQuote,
} from "#contract/people/sign-in/proofs.ts";

/** How long ago, or by how much a clock ahead, an assertion may have been asked for. */
const FRESH_SEC = 300;

const LEAST_RSA_BITS = 2048;
const LEAST_ID_BYTES = 16;
const { ES256, EdDSA, RS256 } = cose.COSEALG;

export type Site = { readonly origin: string };
export type Asserted = {
  readonly assertion: Assertion;
  /** As it was enrolled: COSE (RFC 9052). */
  readonly publicKey: Uint8Array;
  readonly wanted: ProofFor | FactorAct;
  readonly shown?: ShownQuote;
  readonly now: Date;
};

export async function isAsserted({ origin }: Site, asserted: Asserted): Promise<boolean> {
  const { assertion, publicKey, wanted, shown, now } = asserted;
  const { credential_id: id, client_data: clientDataJSON } = assertion;
  if (!isFresh(assertion.asked_at, now)) return false;
  return orFalse(async () => {
    if (isFromWithin(clientDataJSON)) return false;
    const { verified } = await verifyAuthenticationResponse({
      response: {
        ...partsOf(id),
        response: {
          clientDataJSON,
          authenticatorData: assertion.authenticator_data,
          signature: assertion.signature,
        },
      },
      ...expected(origin, challengeText(wanted, { askedAt: assertion.asked_at, ...shown })),
      // Passkeys that are synced count nothing, and proofs are made side by side: a counter would refuse their owners.
      credential: { id, publicKey: Uint8Array.from(publicKey), counter: 0 },
    });
    return verified;
  });
}

type Enrolling = { readonly passkey: NewPasskey; readonly now: Date };

/** The key, in COSE, of a passkey that was made for this site, by a person, a moment ago; undefined for anything else. */
export async function enrolledKey({ origin }: Site, { passkey, now }: Enrolling): Promise<Uint8Array | undefined> {
  const { credential_id: id, client_data: clientDataJSON, attestation_object: attestationObject } = passkey;
  if (!isFresh(passkey.asked_at, now)) return undefined;
  const challenge = challengeText({ kind: "add_factor", id: "passkey" }, { askedAt: passkey.asked_at });
  const key = await orFalse(async () => {
    if (isFromWithin(clientDataJSON) || isVouchedFor(attestationObject)) return false;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...partsOf(id), response: { clientDataJSON, attestationObject } },
      ...expected(origin, challenge),
      supportedAlgorithmIDs: [ES256, EdDSA, RS256],
    });
    if (!verified || registrationInfo.credential.id !== id) return false;
    const isLong = Buffer.from(id, "base64url").length >= LEAST_ID_BYTES;
    return isLong && isKnownKind(registrationInfo.credential.publicKey) && registrationInfo.credential.publicKey;
  });
  return key || undefined;
}

const partsOf = (id: string) => ({ id, rawId: id, type: "public-key" as const, clientExtensionResults: {} });

/** The site and the text, user presence and user verification. */
function expected(origin: string, text: string) {
  return {
    expectedChallenge: createHash("sha256").update(text).digest("base64url"),
    expectedOrigin: origin,
    expectedRPID: new URL(origin).hostname,
    requireUserVerification: true,
  };
}

/** The library throws for any fault in the input, and makes no external requests. */
async function orFalse<Found>(found: () => Promise<Found | false>): Promise<Found | false> {
  try {
    return await found();
  } catch {
    return false;
  }
}

/** A page of another site that shows this one inside of it. */
const isFromWithin = (clientData: string) => decodeClientDataJSON(clientData).crossOrigin === true;

/**
 * By its maker's certificate. None is asked for, and to look at one the library would fetch lists of revoked ones from where
 * the certificate says: this process goes nowhere for a stranger.
 */
function isVouchedFor(attestationObject: string): boolean {
  const statement = decodeAttestationObject(Uint8Array.from(Buffer.from(attestationObject, "base64url")));
  const format = statement.get("fmt");
  return format !== "none" && !(format === "packed" && statement.get("attStmt").get("x5c") === undefined);
}

function isKnownKind(publicKey: Uint8Array<ArrayBuffer>): boolean {
  const key = decodeCredentialPublicKey(publicKey);
  if (cose.isCOSEPublicKeyRSA(key)) return bitsOf(key.get(cose.COSEKEYS.n)) >= LEAST_RSA_BITS;
  if (cose.isCOSEPublicKeyEC2(key)) return key.get(cose.COSEKEYS.crv) === cose.COSECRV.P256;
  return cose.isCOSEPublicKeyOKP(key) && key.get(cose.COSEKEYS.crv) === cose.COSECRV.ED25519;
}

/** Zeros before the first one count for nothing. */
function bitsOf(number: Uint8Array = new Uint8Array()): number {
  const at = number.findIndex((byte) => byte !== 0);
  return at < 0 ? 0 : (number.length - at) * 8 - Math.clz32(number[at] ?? 0) + 24;
}

function isFresh(askedAt: number, now: Date): boolean {
  return Math.abs(now.getTime() / 1000 - askedAt) <= FRESH_SEC;
}
