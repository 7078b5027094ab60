// Guards: the verifier's socket answers what the signer would, refuses what is not on it, and comes back after it was away.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, test } from "node:test";
import { type Signer, SignerRefusal, SignerSilent, type Verifier } from "./signer.ts";
import { openSignerAt, openVerifierAt, serveSigning, serveVerifier } from "./verifier-socket.ts";

const folder = mkdtempSync(join(tmpdir(), "parley-verifier-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const path = join(folder, "verifier.sock");

const NO_CHANNELS = {
  sms: { state: 0, addedAt: null },
  email: { state: 0, addedAt: null },
  push: { state: 0, addedAt: null },
  telegram: { state: 0, addedAt: null },
} as const;
const UNUSED = { type: "none", state: 0 } as const;
const SAYS: Verifier = {
  prepareCredential: async (password) => `of ${password}`,
  async checkPassword({ password }) {
    if (password === "busy") throw new SignerRefusal("signer.busy", "too many");
    if (password === "fault") throw new Error("no database");
    return password === "right";
  },
  factors: async () => ({
    authenticator: null,
    passkeys: [],
    channels: NO_CHANNELS,
    uses: { login: UNUSED, release: UNUSED, sendout: UNUSED },
    noTexts: false,
    takesTexts: true,
    takesTelegram: false,
    recoveryCodesLeft: null,
    questions: [],
    heldUntil: null,
    receivers: [],
    limit: null,
  }),
  secondStep: async () => null,
  checkSecondStep: async () => ({ outcome: "wrong" }),
  approveSignIn: async () => ({ outcome: "gone" }),
  sendCode: async () => ({ outcome: "sent" }),
  holdSendOuts: async () => undefined,
  changeFactors: async () => ({ outcome: "none" }),
  changePassword: async () => ({ outcome: "wrong_password" }),
  resetPassword: async () => ({ outcome: "gone" }),
  finishRecovery: async () => ({ outcome: "gone" }),
  prove: async (asked) => asked.map(() => ({ outcome: "nothing" })),
  signAuditHead: async ({ digest }) => ({ signature: `over ${digest}`, key: "the key" }),
  attestationKey: async () => "the key",
  makeDepositAddress: async ({ currency }) => void made.push(currency),
};
const made: string[] = [];
const check = (verifier: Verifier, password: string) =>
  verifier.checkPassword({ userId: "1", password, purpose: "prove" });

test("questions are answered as by the signer's own client, and while nobody listens nothing is said", async (t) => {
  const verifier = openVerifierAt(path);
  t.after(() => verifier.stop());
  await assert.rejects(check(verifier, "right"), SignerSilent);
  const shown = await serveVerifier(SAYS, path);
  assert.equal(statSync(path).mode & 0o777, 0o660);
  const both = await Promise.all([check(verifier, "right"), check(verifier, "wrong")]);
  assert.deepEqual(both, [true, false]);
  assert.equal(await verifier.prepareCredential("mine"), "of mine");
  assert.equal(await verifier.attestationKey(), "the key");
  await verifier.makeDepositAddress({ userId: "1", currency: "BTC" });
  assert.deepEqual(made, ["BTC"]);
  await assert.rejects(
    check(verifier, "busy"),
    (error) => error instanceof SignerRefusal && error.code === "signer.busy",
  );
  await assert.rejects(check(verifier, "fault"), SignerSilent);
  await shown.stop();
  await assert.rejects(check(verifier, "right"), SignerSilent);
  const again = await serveVerifier(SAYS, path);
  t.after(() => again.stop());
  assert.equal(await check(verifier, "right"), true);
});

test("nothing else of the signer is on the socket", async (t) => {
  const shown = await serveVerifier({ ...SAYS, sign: async () => "bytes" } as Verifier, path);
  t.after(() => shown.stop());
  const socket = connect(path);
  t.after(() => void socket.destroy());
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  for (const method of [
    "sign",
    "account_keys",
    "cold_account",
    "make_own_address",
    "attest_older",
    "__proto__",
    "toString",
  ]) {
    socket.write(`${JSON.stringify({ id: 7, method, params: {} })}\n`);
    const { value } = await lines.next();
    assert.equal(JSON.parse(String(value)).refusal.code, "signer.no_method", method);
  }
});

test("what is no question is hung up on, and others are answered meanwhile", async (t) => {
  const shown = await serveVerifier(SAYS, path);
  t.after(() => shown.stop());
  const verifier = openVerifierAt(path);
  t.after(() => verifier.stop());
  assert.equal(await check(verifier, "right"), true);
  for (const said of [
    "no json\n",
    "null\n",
    "[]\n",
    '{"id":"1","method":"prove"}\n',
    '{"id":1}\n',
    "x".repeat(9_000_000),
  ]) {
    const socket = connect(path, () => void socket.write(said));
    socket.on("error", () => undefined);
    await new Promise((closed) => socket.on("close", closed));
  }
  assert.equal(await check(verifier, "right"), true);
});

test("on the socket that signs nobody is verified, and it comes back after it was away", async (t) => {
  const signing = join(folder, "signing.sock");
  const says = {
    ...SAYS,
    accountKeys: async () => ({ bitcoin: "b", ethereum: "e" }),
    coldAccount: async () => ({ ethereum: "c" }),
    makeOwnAddress: async () => undefined,
    attestOlder: async () => null,
    sign: async ({ id }: { id: string }) => ({ rawHex: id, txid: "t" }),
  } as Omit<Signer, "stop"> & Verifier;
  const signer = openSignerAt(signing);
  t.after(() => signer.stop());
  await assert.rejects(signer.accountKeys(), SignerSilent);
  const shown = await serveSigning(says, signing);
  assert.equal(statSync(signing).mode & 0o777, 0o660);
  assert.deepEqual(await signer.accountKeys(), { bitcoin: "b", ethereum: "e" });
  assert.deepEqual(await signer.coldAccount(), { ethereum: "c" });
  const request = { purpose: "gas", id: "one", plan: {} } as unknown as Parameters<Signer["sign"]>[0];
  assert.equal((await signer.sign(request)).rawHex, "one");
  assert.equal(await signer.attestOlder({ chain: "bitcoin", after: "0" }), null);
  const isNotThere = (error: unknown) => error instanceof SignerRefusal && error.code === "signer.no_method";
  await assert.rejects(check(signer, "right"), isNotThere);
  await assert.rejects(signer.prove([]), isNotThere);
  await assert.rejects(signer.prepareCredential("mine"), isNotThere);
  await assert.rejects(signer.makeDepositAddress({ userId: "1", currency: "BTC" }), isNotThere);
  await shown.stop();
  await assert.rejects(signer.sign(request), SignerSilent);
  const again = await serveSigning(says, signing);
  t.after(() => again.stop());
  assert.equal((await signer.sign(request)).txid, "t");
});
