// Guards: an authenticator's statement about a new passkey is trusted where it is signed with that key itself. The maker's
// attestation is not checked: that would mean requests to the addresses that a certificate names.
import assert from "node:assert/strict";
import { createHash, createPrivateKey, generateKeyPairSync, sign } from "node:crypto";
import { test } from "node:test";
import { decodeAttestationObject, isoCBOR } from "@simplewebauthn/server/helpers";
import { coseOf, enrollWith, makeSoftwareKey } from "../../demo/software-key.ts";
import { enrolledKey } from "./assertion.ts";

// A maker's key and certificate, as the standard asks for (WebAuthn 3, section 8.2.1); they open nothing.
const MAKER =
  "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgj8yE3Gpom5uQWAND3a0Ljf0CmGrGPA/DqGvdY5LRAG2hRANCAASn0iMBZcAnoV" +
  "q+Wkg74mmxzVAgIUewmEPsXuv0NA+zZprR3O51v98sVIOohBMOuQJ5P2Br2rdwDLvzMtI+GwkX";
const CERTIFICATE =
  "MIIB3jCCAYWgAwIBAgIBATAKBggqhkjOPQQDAjBPMQswCQYDVQQGEwJERTEOMAwGA1UECgwFTWFrZXIxIjAgBgNVBAsMGUF1dGhlbnRpY2F0b3" +
  "IgQXR0ZXN0YXRpb24xDDAKBgNVBAMMA0tleTAgFw0yNjExMjcwNTEzNTFaGA8yMTI2MTEwMzA1MTM1MVowTzELMAkGA1UEBhMCREUxDjAMBgNV" +
  "BAoMBU1ha2VyMSIwIAYDVQQLDBlBdXRoZW50aWNhdG9yIEF0dGVzdGF0aW9uMQwwCgYDVQQDDANLZXkwWTATBgcqhkjOPQIBBggqhkjOPQMBBw" +
  "NCAASn0iMBZcAnoVq+Wkg74mmxzVAgIUewmEPsXuv0NA+zZprR3O51v98sVIOohBMOuQJ5P2Br2rdwDLvzMtI+GwkXo1AwTjAdBgNVHQ4EFgQU" +
  "bpH+hj29Cj/VlbM5daHXCGQvFPkwHwYDVR0jBBgwFoAUbpH+hj29Cj/VlbM5daHXCGQvFPkwDAYDVR0TAQH/BAIwADAKBggqhkjOPQQDAgNHAD" +
  "BEAiBypiM+/0TdQZcalKogyzYBqraaHZnG8awCfCpvflelxAIgUyqY29niuknsU7KW8S8ynVE2uVsmKFTze81b6wz0RUM=";

const site = { origin: "https://market.example" };
const now = new Date("2026-11-27T00:00:00Z");
const made = makeSoftwareKey();
const plain = enrollWith(made, { origin: site.origin, now });
const bytes = (text: string) => Buffer.from(text, "base64url");
const authData = decodeAttestationObject(Uint8Array.from(bytes(plain.attestation_object))).get("authData");
const signed = Buffer.concat([authData, createHash("sha256").update(bytes(plain.client_data)).digest()]);

function packed(statement: [string, number | Uint8Array | Uint8Array[]][]) {
  const parts: [string, string | Uint8Array | Map<string, number | Uint8Array | Uint8Array[]>][] = [
    ["fmt", "packed"],
    ["attStmt", new Map(statement)],
    ["authData", authData],
  ];
  return { ...plain, attestation_object: Buffer.from(isoCBOR.encode(new Map(parts))).toString("base64url") };
}

test("an authenticator that signs with the new key itself is enrolled, and one whose signature is another's is not", async () => {
  const enroll = (sig: Buffer) =>
    enrolledKey(site, {
      passkey: packed([
        ["alg", -7],
        ["sig", Uint8Array.from(sig)],
      ]),
      now,
    });
  assert.deepEqual(await enroll(sign("sha256", signed, made.key.privateKey)), made.publicKey);
  assert.equal(await enroll(sign("sha256", signed, makeSoftwareKey().key.privateKey)), undefined);
});

test("an authenticator that its maker vouches for is not enrolled by that, however right it is", async () => {
  const maker = createPrivateKey({ key: Buffer.from(MAKER, "base64"), format: "der", type: "pkcs8" });
  const passkey = packed([
    ["alg", -7],
    ["sig", Uint8Array.from(sign("sha256", signed, maker))],
    ["x5c", [Uint8Array.from(Buffer.from(CERTIFICATE, "base64"))]],
  ]);
  assert.equal(await enrolledKey(site, { passkey, now }), undefined);
  assert.deepEqual(await enrolledKey(site, { passkey: plain, now }), made.publicKey);
});

test("zeros before a small number do not make a large key of it", async () => {
  const small = coseOf(generateKeyPairSync("rsa", { modulusLength: 1024 }).publicKey);
  const key = isoCBOR.decodeFirst<Map<number, number | Uint8Array>>(Uint8Array.from(small));
  const number = key.get(-1) as Uint8Array;
  const padded = isoCBOR.encode(new Map([...key, [-1, Uint8Array.from([...new Uint8Array(256), ...number])]]));
  const enroll = (publicKey: Uint8Array) =>
    enrolledKey(site, { passkey: enrollWith({ key: made.key, publicKey }, { origin: site.origin, now }), now });
  assert.equal(await enroll(Uint8Array.from(padded)), undefined);
  assert.equal(await enroll(small), undefined);
  const large = coseOf(generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey);
  assert.deepEqual(await enroll(large), large);
});
