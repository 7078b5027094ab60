// Guards: the development nodes speak LND's protocol as its unmodified client expects, pay each other, and find channel, invoices and payments again
// after a kill.
import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import * as lnd from "lightning";
import { openBitcoinFaucet } from "../bitcoin-faucet.ts";
import { startBitcoind, type Bitcoind } from "../bitcoind/bitcoind.ts";
import { bitcoindForTests } from "../bitcoind/for-tests.ts";
import { type LightningPair, type LndAccess, openPair } from "./pair.ts";

let folder = "";
let bitcoind: Bitcoind | undefined;
let pair: LightningPair | undefined;
const secret = new Uint8Array(randomBytes(32));

async function open(): Promise<LightningPair> {
  const bitcoinUrl = bitcoind?.url ?? "";
  const faucet = await openBitcoinFaucet({ url: bitcoinUrl, blockMs: 0 });
  const place = join(folder, "lightning");
  return openPair({ bitcoinUrl, faucet, folder: place, secret, say: () => undefined, nowMs: () => Date.now() });
}
const client = (access: LndAccess) => lnd.authenticatedLndGrpc(access).lnd;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "parley-lightning-"));
  const binary = await bitcoindForTests();
  if (!binary) return;
  bitcoind = await startBitcoind({ binary, dataDir: join(folder, "bitcoin") });
  pair = await open();
});
after(async () => {
  pair?.stop();
  await bitcoind?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test("an invoice is read, paid, settled on both sides, and never paid twice", async (t) => {
  if (!pair) return t.skip("not run: no bitcoind");
  const [ours, outside] = [client(pair.ours), client(pair.outside)];
  assert.deepEqual((await lnd.getChannelBalance({ lnd: ours })).channel_balance, 5_000_000);
  const made = await lnd.createInvoice({
    lnd: ours,
    tokens: 50_000,
    description: "for a trade",
    expires_at: inAnHour(),
  });
  const read = await lnd.decodePaymentRequest({ lnd: outside, request: made.request });
  assert.deepEqual([read.id, read.tokens, read.description], [made.id, 50_000, "for a trade"]);
  const paid = await lnd.payViaPaymentRequest({ lnd: outside, request: made.request, max_fee: 10 });
  assert.equal(createHash("sha256").update(Buffer.from(paid.secret, "hex")).digest("hex"), made.id);
  const settled = await lnd.getInvoice({ lnd: ours, id: made.id });
  assert.deepEqual([settled.is_confirmed, settled.received], [true, 50_000]);
  await assert.rejects(
    lnd.payViaPaymentRequest({ lnd: outside, request: made.request, max_fee: 10 }),
    (error: unknown[]) => JSON.stringify(error).includes("invoice is already paid"),
  );
  assert.equal((await lnd.getPayment({ lnd: outside, id: made.id })).is_confirmed, true);
  assert.equal((await lnd.getChannelBalance({ lnd: ours })).channel_balance, 5_050_000);
});

test("a macaroon that is wrong opens nothing, and what nobody asked for is unknown", async (t) => {
  if (!pair) return t.skip("not run: no bitcoind");
  const wrong = client({ ...pair.ours, macaroon: "00".repeat(32) });
  await assert.rejects(lnd.getWalletInfo({ lnd: wrong }), (error: unknown[]) =>
    JSON.stringify(error).includes("verification failed"),
  );
  const id = "11".repeat(32);
  await assert.rejects(lnd.getInvoice({ lnd: client(pair.ours), id }), unlocated);
  await assert.rejects(lnd.getPayment({ lnd: client(pair.ours), id }), (error: unknown[]) => error[0] === 404);
});

test("a payment of more than the channel has fails for want of a route, and a canceled invoice is refused", async (t) => {
  if (!pair) return t.skip("not run: no bitcoind");
  const [ours, outside] = [client(pair.ours), client(pair.outside)];
  const much = await lnd.createInvoice({ lnd: outside, tokens: 9_000_000 });
  await assert.rejects(
    lnd.payViaPaymentRequest({ lnd: ours, request: much.request }),
    (error: unknown[]) =>
      JSON.stringify(error).includes("NO_ROUTE") ||
      JSON.stringify(error).includes("PathfindingFailed") ||
      error[0] === 503,
  );
  const gone = await lnd.createInvoice({ lnd: outside, tokens: 1000 });
  await lnd.cancelHodlInvoice({ lnd: outside, id: gone.id });
  await assert.rejects(lnd.payViaPaymentRequest({ lnd: ours, request: gone.request }), (error: unknown[]) =>
    JSON.stringify(error).includes("Rejected"),
  );
});

test("a payment that is held over a kill of both nodes is settled after it, once", async (t) => {
  if (!pair) return t.skip("not run: no bitcoind");
  const preimage = randomBytes(32);
  const id = createHash("sha256").update(preimage).digest("hex");
  const { request } = await lnd.createHodlInvoice({ lnd: client(pair.outside), id, tokens: 20_000 });
  const paying = lnd.payViaPaymentRequest({ lnd: client(pair.ours), request }).catch(() => undefined);
  await until(async () => (await lnd.getInvoice({ lnd: client(must(pair).outside), id })).is_held === true);
  assert.equal((await lnd.getPayment({ lnd: client(pair.ours), id })).is_pending, true);
  pair.stop();
  await paying;
  pair = await open();
  const [ours, outside] = [client(pair.ours), client(pair.outside)];
  assert.equal((await lnd.getPayment({ lnd: ours, id })).is_pending, true, "it is still on its way");
  await until(async () => (await lnd.getInvoice({ lnd: outside, id })).is_held === true);
  await lnd.settleHodlInvoice({ lnd: outside, secret: preimage.toString("hex") });
  await until(async () => (await lnd.getPayment({ lnd: ours, id })).is_confirmed === true);
  const [{ payment } = {}] = [await lnd.getPayment({ lnd: ours, id })];
  assert.equal(payment?.secret, preimage.toString("hex"));
  assert.equal((await lnd.getChannelBalance({ lnd: ours })).channel_balance, 5_030_000);
});

test("what was settled while nobody looked is found by its index", async (t) => {
  if (!pair) return t.skip("not run: no bitcoind");
  const [ours, outside] = [client(pair.ours), client(pair.outside)];
  const first = await lnd.createInvoice({ lnd: ours, tokens: 1000 });
  await lnd.payViaPaymentRequest({ lnd: outside, request: first.request });
  const { invoices } = await lnd.getInvoices({ lnd: ours, limit: 10 });
  assert.deepEqual(
    invoices.filter(({ is_confirmed }) => is_confirmed).map(({ received }) => received),
    [1000, 50_000],
  );
  const missed: string[] = [];
  const following = lnd.subscribeToInvoices({ lnd: ours, confirmed_after: 1 });
  following.on("invoice_updated", ({ id }: { id: string }) => missed.push(id));
  await until(async () => missed.length > 0);
  assert.deepEqual(missed, [first.id]);
  following.removeAllListeners();
});

const unlocated = (error: unknown[]) => JSON.stringify(error).includes("unable to locate invoice");
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

function must<T>(value: T | undefined): T {
  assert.ok(value);
  return value;
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await isSo()); tries += 1) {
    assert.ok(tries < 300, "it did not happen");
    await new Promise((next) => setTimeout(next, 30));
  }
}
