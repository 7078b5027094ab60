// Guards: trouble on the chain under real Lightning nodes: a partner that closes the channel with a payment on its way, settled or not, and blocks that are
// thrown out; no user loses or gains, and the node's balance follows from the books.
import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import * as lnd from "lightning";
import {
  createLightningInvoice,
  getLightning,
  payLightning,
  quoteLightningPayment,
} from "#contract/products/lightning/lightning.ts";
import { pairForTests } from "../../server/devnet/lightning/pair-for-tests.ts";
import { checkInvariants, LEDGER_CHECKS } from "../../server/money/ledger/index.ts";
import { openBitcoinNode } from "../../server/platform/outside/chains/bitcoin-node.ts";
import { openLnd } from "../../server/platform/outside/chains/lightning-node.ts";
import { LIGHTNING_CHECKS } from "../../server/products/lightning/index.ts";
import { aPerson, giveLevel, testApp } from "../../server/testing/index.ts";
import { freshRates } from "../../server/testing/market/trades.ts";

const folder = mkdtempSync(join(tmpdir(), "parley-lightning-chain-"));
const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
after(async () => {
  for (const close of closing.reverse()) await close();
});

const RECEIVED = 100_000n;
const SENT = "0.0002";

/** A market with its own chain and nodes, and a user who has received over them. */
async function openStage(place: string) {
  const opened = await pairForTests(join(folder, place));
  if (!opened) return undefined;
  closing.push(() => opened.stop());
  const { pair, faucet, bitcoinUrl } = opened;
  const app = await testApp({ config: { demo: true }, lightning: openLnd(pair.ours) });
  await freshRates(app);
  const outside = openLnd(pair.outside);
  const run = async () => {
    for (const job of [
      "make-lightning-invoices",
      "read-lightning-settled",
      "send-lightning-payments",
      "watch-lightning-node",
    ])
      await app.runJob(job);
  };
  const mine = async (blocks: number) => {
    await faucet.mine(blocks);
    for (const node of [pair.nodes.ours, pair.nodes.outside]) await node.catchUp();
  };
  await run();
  const ada = await aPerson(app);
  await giveLevel(app, ada.id, 2);
  await ada.client.call(createLightningInvoice, { body: { amount: "0.001" } });
  await run();
  const { data } = await ada.client.call(getLightning);
  await outside.pay({
    bolt11: data.invoices[0]?.invoice ?? "",
    msat: RECEIVED * 1000n,
    isAmountless: false,
    maxFeeMsat: 0n,
  });
  await until(async () => {
    await run();
    return (await ada.client.call(getLightning)).data.invoices[0]?.status === "settled";
  });
  const broken = async () => {
    await run();
    await run();
    const found = await app.db.tx((tx) => checkInvariants(tx, [...LEDGER_CHECKS, ...LIGHTNING_CHECKS]));
    return found.map(({ invariant }) => invariant);
  };
  const holds = async () => assert.deepEqual(await broken(), []);
  return { app, ada, pair, run, mine, broken, holds, bitcoin: openBitcoinNode({ url: bitcoinUrl }) };
}
type Stage = NonNullable<Awaited<ReturnType<typeof openStage>>>;
/** One for each test. */
const stages: Stage[] = [];
for (const place of ["first", "second", "third"]) {
  const stage = await openStage(place);
  if (stage) stages.push(stage);
}

/** A payment that the payee has and neither takes nor gives back. */
async function onItsWay({
  ada,
  pair,
  run,
}: Stage): Promise<{ preimage: string; status(): Promise<string | undefined> }> {
  const preimage = randomBytes(32);
  const id = createHash("sha256").update(preimage).digest("hex");
  const client = lnd.authenticatedLndGrpc(pair.outside).lnd;
  const { request } = await lnd.createHodlInvoice({ lnd: client, id, tokens: Number(SENT) * 1e8 });
  const quote = await ada.client.call(quoteLightningPayment, { body: { invoice: request } });
  assert.equal((await ada.client.call(payLightning, { body: { quote_id: quote.data.id } })).code, "");
  await until(async () => {
    await run();
    return (await lnd.getInvoice({ lnd: client, id })).is_held === true;
  });
  const status = async () => (await ada.client.call(getLightning)).data.payments[0]?.status;
  return { preimage: preimage.toString("hex"), status };
}

const availableOf = async ({ ada }: Stage) => (await ada.client.call(getLightning)).data.available;

test("a partner closes the channel with a payment on its way, and takes it on the chain: it is settled, once", async (t) => {
  const stage = stages.pop();
  if (!stage) return t.skip("not run: no bitcoind");
  const { preimage, status } = await onItsWay(stage);
  stage.pair.nodes.outside.close("forced");
  await stage.mine(1);
  await stage.holds();
  assert.equal(await status(), "in_flight", "a closed channel is no end of a payment");
  await lnd.settleHodlInvoice({ lnd: lnd.authenticatedLndGrpc(stage.pair.outside).lnd, secret: preimage });
  await until(async () => {
    await stage.mine(1);
    await stage.run();
    return (await status()) === "settled";
  });
  await stage.holds();
  assert.equal(await availableOf(stage), "0.000798", "what was sent and one percent");
});

test("a partner closes the channel with a payment on its way, and never takes it: it comes back once its time is over", async (t) => {
  const stage = stages.pop();
  if (!stage) return t.skip("not run: no bitcoind");
  const { status } = await onItsWay(stage);
  stage.pair.nodes.outside.close("forced");
  await stage.mine(1);
  assert.equal(await status(), "in_flight");
  await until(async () => {
    await stage.mine(10);
    await stage.run();
    return (await status()) === "failed";
  });
  assert.equal(await availableOf(stage), "0.001", "all of it came back");
  // What the channel had is the operator's on the chain by now, which two administrators say.
  assert.deepEqual(await stage.broken(), ["L1"]);
});

test("blocks that are thrown out change no balance, also the one in which the channel began", async (t) => {
  const stage = stages.pop();
  if (!stage) return t.skip("not run: no bitcoind");
  const { bitcoin, mine, holds } = stage;
  const throwOut = async (blocks: number) => {
    await bitcoin.call("invalidateblock", [await bitcoin.blockHash((await bitcoin.height()) - blocks + 1)]);
    await mine(blocks + 1);
  };
  await throwOut(1);
  await holds();
  await onItsWay(stage);
  await throwOut(4);
  await holds();
  assert.equal(await availableOf(stage), "0.000797", "the payment holds what it may cost");
});

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await isSo()); tries += 1) {
    assert.ok(tries < 200, "it did not happen");
    await new Promise((next) => setTimeout(next, 50));
  }
}
