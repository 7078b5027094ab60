// Guards: the verifier's socket answers what the signer would, refuses what is not on it, and comes back after it was away.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, test } from "node:test";
import { SignerRefusal, SignerSilent, type Verifier } from "./signer.ts";
import { openVerifierAt, serveVerifier } from "./verifier-socket.ts";

const folder = mkdtempSync(join(tmpdir(), "parley-verifier-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const path = join(folder, "verifier.sock");

const SAYS: Verifier = {
  prepareCredential: async (password) => `of ${password}`,
  async checkPassword({ password }) {
    if (password === "busy") throw new SignerRefusal("signer.busy", "too many");
    if (password === "fault") throw new Error("no database");
    return password === "right";
  },
  prove: async (asked) => asked.map(() => ({ outcome: "nothing" })),
};
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
  for (const method of ["sign", "account_keys", "__proto__", "toString"]) {
    socket.write(`${JSON.stringify({ id: 7, method, params: {} })}\n`);
    const { value } = await lines.next();
    assert.equal(JSON.parse(String(value)).refusal.code, "signer.no_method", method);
  }
});
