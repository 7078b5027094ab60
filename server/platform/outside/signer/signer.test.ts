// Guards: the signer's client starts it when asked, distinguishes its refusals from its silence, and starts it again after it
// died.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, type TestContext, test } from "node:test";
import { type SignerSettings, SignerRefusal, SignerSilent, type SignRequest } from "./signer.ts";
import { openSigner } from "./signer-child.ts";

const folder = mkdtempSync(join(tmpdir(), "parley-signer-client-"));
after(() => rmSync(folder, { recursive: true, force: true }));

/** Says back its settings, and does what a request's id names. */
const program = join(folder, "signer.mjs");
writeFileSync(
  program,
  `import { createInterface } from "node:readline";
let settings;
let count = 0;
for await (const text of createInterface({ input: process.stdin })) {
  const line = JSON.parse(text);
  if (!settings) { settings = line; continue; }
  count += 1;
  const say = (more) => process.stdout.write(JSON.stringify({ id: line.id, ...more }) + "\\n");
  const what = line.params.id;
  if (line.method === "account_keys") say({ result: { bitcoin: settings.folder, ethereum: Object.keys(process.env).sort().join() } });
  else if (what === "refuse") say({ refusal: { code: "signer.limit", message: "too much" } });
  else if (what === "fault") say({ refusal: { code: "signer.fault", message: "no database" } });
  else if (what === "die") { process.stderr.write("out of memory\\n"); process.exit(3); }
  else if (what === "never") continue;
  else if (what === "late") setTimeout(() => say({ result: { rawHex: "late", txid: String(count) } }), 50);
  else say({ result: { rawHex: what, txid: String(count) } });
}
`,
);

const settings: SignerSettings = {
  folder: "the folder",
  key: undefined,
  databaseUrl: "",
  bitcoinChain: "regtest",
  ethereumChainId: 1,
  token: "",
  origin: "http://localhost",
};
/** Stopped at the end of its test, also of one that fails: nothing would end while its process runs. */
function open(t: TestContext) {
  const signer = openSigner(settings, { program });
  t.after(() => signer.stop());
  return signer;
}
const request = (id: string) => ({ purpose: "send_out", id, plan: {} }) as unknown as SignRequest;

test("answers find their questions, whatever comes first", async (t) => {
  const signer = open(t);
  const [late, early] = await Promise.all([signer.sign(request("late")), signer.sign(request("early"))]);
  assert.deepEqual([late.rawHex, early.rawHex], ["late", "early"]);
  const keys = await signer.accountKeys();
  assert.equal(keys.bitcoin, "the folder");
  assert.match(keys.ethereum, /^(NODE_V8_COVERAGE,)?PATH(,__CF\w+)?$/, "more of the environment came along");
});

test("a refusal has its code, a fault is silence", async (t) => {
  const signer = open(t);
  await assert.rejects(
    signer.sign(request("refuse")),
    (error) => error instanceof SignerRefusal && error.code === "signer.limit" && error.message === "too much",
  );
  await assert.rejects(
    signer.sign(request("fault")),
    (error) => error instanceof SignerSilent && error.message === "no database",
  );
});

test("a signer that dies answers nobody, says why, and is started again at the next question", async (t) => {
  const signer = open(t);
  assert.equal((await signer.sign(request("one"))).txid, "1");
  assert.equal((await signer.sign(request("two"))).txid, "2");
  const waiting = [signer.sign(request("die")), signer.sign(request("late"))];
  for (const one of await Promise.allSettled(waiting)) {
    assert.equal(one.status, "rejected");
    assert.ok(one.reason instanceof SignerSilent);
    assert.equal(one.reason.message, "the signer ended: out of memory");
  }
  assert.equal((await signer.sign(request("three"))).txid, "1", "it was not started anew");
  await signer.stop();
  await signer.stop();
  await openSigner(settings, { program }).stop();
});

test("a question that nobody answers within twenty seconds is given up, and the next is asked as usual", async (t) => {
  const signer = open(t);
  await signer.accountKeys();
  t.mock.timers.enable({ apis: ["setTimeout"] });
  let said = "nothing";
  const outcome = signer.sign(request("never")).catch((error: Error) => (said = error.message));
  t.mock.timers.tick(19_999);
  await signer.accountKeys();
  assert.equal(said, "nothing");
  t.mock.timers.tick(1);
  await outcome;
  assert.equal(said, "the signer did not answer within 20 s");
  t.mock.timers.reset();
  assert.equal((await signer.sign(request("next"))).rawHex, "next");
});
