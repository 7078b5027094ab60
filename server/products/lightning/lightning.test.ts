// Guards: what is paid to an invoice is credited once, whatever is missed or said twice; what is sent leaves once, comes back only on the node's definite word,
// and costs what was said; and a node that misses money stops sending alone.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import {
  createLightningInvoice,
  getLightning,
  getLightningInvoice,
  payLightning,
  quoteLightningPayment,
} from "#contract/products/lightning/lightning.ts";
import { checkInvariants, halt, LEDGER_CHECKS, lift } from "../../money/ledger/index.ts";
import { aPerson, giveCoins, giveLevel, testApp, type TestPerson } from "../../testing/index.ts";
import { freshRates } from "../../testing/market/trades.ts";
import { signedInvoice } from "../../testing/outside/bolt11.ts";
import { scriptedLightning } from "../../testing/outside/scripted/lightning.ts";
import { LIGHTNING_CHECKS } from "./invariants.ts";

const node = scriptedLightning();
const app = await testApp({ config: { demo: true }, lightning: node });
const { owner, db } = app;
await freshRates(app);

const run = async () => {
  for (const job of [
    "make-lightning-invoices",
    "read-lightning-settled",
    "send-lightning-payments",
    "watch-lightning-node",
  ])
    await app.runJob(job);
};
const balance = async (name: string): Promise<bigint> =>
  BigInt(
    (await owner.query("select balance_units from ledger_accounts where name = $1", [name])).rows[0]?.balance_units ??
      0,
  );
const available = ({ id }: TestPerson) => balance(`user:${id}:BTC:available`);
const holds = async () =>
  assert.deepEqual(await db.tx((tx) => checkInvariants(tx, [...LEDGER_CHECKS, ...LIGHTNING_CHECKS])), []);

async function aPayer(units = 1_000_000n): Promise<TestPerson> {
  const person = await aPerson(app);
  await giveLevel(app, person.id, 2);
  await db.tx((tx) => giveCoins(tx, person.id, "BTC", units));
  return person;
}
const seconds = async () =>
  Math.floor(((await owner.query("select market_now() as now")).rows[0].now as Date).getTime() / 1000);
async function anInvoice(
  { client }: TestPerson,
  amount?: string,
): Promise<{ id: string; hash: string; bolt11: string }> {
  const { data, code } = await client.call(createLightningInvoice, { body: amount === undefined ? {} : { amount } });
  assert.equal(code, "");
  await run();
  const { rows } = await owner.query("select payment_hash, bolt11 from ln_invoices where hash = $1", [data.id]);
  return { id: data.id, hash: rows[0].payment_hash, bolt11: rows[0].bolt11 };
}
const outside = async (msat: bigint, more: object = {}) => signedInvoice({ msat, at: await seconds(), ...more });
async function paid(person: TestPerson, bolt11: string, amount?: string) {
  const { data, code } = await person.client.call(quoteLightningPayment, {
    body: { invoice: bolt11, ...(amount ? { amount } : {}) },
  });
  if (code !== "") return { code, data: undefined, quote: undefined };
  const answer = await person.client.call(payLightning, { body: { quote_id: data.id } });
  return { ...answer, quote: data };
}
const lastPayment = async ({ client }: TestPerson) => (await client.call(getLightning)).data.payments[0];
await run();

test("an invoice is made by the node, and what is paid to it is credited once, also where the node says it twice", async () => {
  const ada = await aPayer();
  const before = await available(ada);
  const { id, hash } = await anInvoice(ada, "0.0005");
  const open = (await ada.client.call(getLightningInvoice, { params: { id } })).data;
  assert.deepEqual(
    [open.status, open.amount, open.invoice?.startsWith("lnbcrt"), open.paymentHash],
    ["open", "0.0005", true, hash],
  );
  node.settle(hash, 50_000_400n);
  node.settle(hash, 50_000_400n);
  await run();
  await run();
  assert.equal((await available(ada)) - before, 50_000n, "whole satoshi");
  const { data } = await ada.client.call(getLightning);
  assert.deepEqual([data.invoices[0]?.status, data.invoices[0]?.paid], ["settled", "0.0005"]);
  const other = await aPayer();
  assert.equal((await other.client.call(getLightningInvoice, { params: { id } })).code, "lightning.unknown");
  await holds();
});

test("what was settled while nobody listened is credited by its index, and what no stream says when the invoice ends", async () => {
  const ada = await aPayer();
  const before = await available(ada);
  const [missed, silent] = [await anInvoice(ada), await anInvoice(ada)];
  node.cut();
  node.settle(missed.hash, 1_000_000n, false);
  await run();
  assert.equal((await available(ada)) - before, 1000n);
  node.settle(silent.hash, 2_000_000n, false);
  await app.moveClock(3_601_000);
  await freshRates(app);
  await run();
  assert.equal((await available(ada)) - before, 3000n);
  await holds();
});

test("while deposits are halted what is paid waits, and a user has no more open invoices than the limit", async () => {
  const ada = await aPayer();
  const before = await available(ada);
  const { hash } = await anInvoice(ada);
  await db.tx((tx) => halt(tx, { name: "lightning_in", reason: "test" }));
  assert.equal((await ada.client.call(createLightningInvoice, { body: {} })).code, "ledger.halted");
  node.settle(hash, 5_000_000n);
  await run();
  assert.equal(await available(ada), before);
  await db.tx((tx) => lift(tx, "lightning_in"));
  await run();
  assert.equal((await available(ada)) - before, 5000n);
  const codes = [];
  for (let more = 0; more < 21; more += 1)
    codes.push((await ada.client.call(createLightningInvoice, { body: {} })).code);
  assert.deepEqual([codes.at(19), codes.at(20)], ["", "lightning.too_many"]);
  assert.equal((await ada.client.call(createLightningInvoice, { body: { amount: "0" } })).code, "lightning.too_small");
  await owner.query("update ln_invoices set status = 'expired' where status = 'asked'");
});

test("no more is credited in a day than the setting says, and what is above it waits", async () => {
  const ada = await aPayer();
  const before = await available(ada);
  const [first, second] = [await anInvoice(ada), await anInvoice(ada)];
  node.settle(first.hash, 60_000_000_000n);
  node.settle(second.hash, 60_000_000_000n);
  await run();
  assert.equal((await available(ada)) - before, 60_000_000n);
  await app.moveClock(86_400_000);
  await freshRates(app);
  await run();
  assert.equal((await available(ada)) - before, 120_000_000n);
  await holds();
});

test("a payment reserves the most that it can cost, and its end books what it did cost and gives back the rest", async () => {
  const ada = await aPayer();
  const before = await available(ada);
  const fees = await balance("house:BTC:fees_lightning");
  const invoice = await outside(10_000_000n, { memo: "a book" });
  const { code, data, quote } = await paid(ada, invoice.bolt11);
  assert.equal(code, "");
  assert.deepEqual(
    [quote?.amount, quote?.fee, quote?.mostNetworkFee, quote?.total, quote?.memo, quote?.isInside],
    ["0.0001", "0.000001", "0.0000005", "0.0001015", "a book", false],
  );
  assert.equal(data?.status, "reserved");
  assert.equal(before - (await available(ada)), 10_150n);
  await run();
  assert.deepEqual(node.paid.filter((hash) => hash === invoice.paymentHash).length, 1);
  await run();
  assert.equal((await lastPayment(ada))?.status, "in_flight");
  node.ends.set(invoice.paymentHash, { state: "settled", preimage: invoice.preimage, feeMsat: 20_100n });
  await run();
  await run();
  const after = await lastPayment(ada);
  assert.deepEqual(
    [after?.status, after?.networkFee, after?.preimage, after?.invoice],
    ["settled", "0.00000021", invoice.preimage, invoice.bolt11],
  );
  assert.equal(before - (await available(ada)), 10_000n + 100n + 21n);
  assert.equal((await balance("house:BTC:fees_lightning")) - fees, 100n);
  assert.equal((await paid(ada, invoice.bolt11)).code, "lightning.paid");
  assert.equal((await paid(await aPayer(), invoice.bolt11)).code, "lightning.paid");
  await holds();
});

test("a payment whose call is not heard stays in flight, is looked up, and is called again only where the node never had it", async () => {
  const ada = await aPayer();
  const before = await available(ada);
  const invoice = await outside(10_000_000n);
  await paid(ada, invoice.bolt11);
  node.fails.add("pay");
  await run();
  assert.equal((await lastPayment(ada))?.status, "in_flight");
  node.fails.delete("pay");
  node.fails.add("lookUpPayment");
  await run();
  assert.equal(node.paid.includes(invoice.paymentHash), false, "what is not known is not paid again");
  node.fails.delete("lookUpPayment");
  await run();
  await run();
  assert.equal(node.paid.filter((hash) => hash === invoice.paymentHash).length, 1);
  assert.equal((await paid(ada, invoice.bolt11)).code, "lightning.in_flight");
  node.ends.set(invoice.paymentHash, { state: "failed", why: "no_route" });
  await run();
  const after = await lastPayment(ada);
  assert.deepEqual([after?.status, after?.failure], ["failed", "no_route"]);
  assert.equal(await available(ada), before, "all of it came back");
  // A failed one may be tried again.
  node.ends.delete(invoice.paymentHash);
  assert.equal((await paid(ada, invoice.bolt11)).code, "");
  await run();
  node.ends.set(invoice.paymentHash, { state: "settled", preimage: invoice.preimage, feeMsat: 0n });
  await run();
  assert.equal((await lastPayment(ada))?.status, "settled");
  await holds();
});

test("a payment that the node never takes comes back once its invoice can be paid no more, and not before", async () => {
  const ada = await aPayer();
  const before = await available(ada);
  const invoice = await outside(10_000_000n, { seconds: 300 });
  await paid(ada, invoice.bolt11);
  node.fails.add("pay");
  await run();
  await app.moveClock(310_000);
  await run();
  assert.equal((await lastPayment(ada))?.status, "in_flight");
  await app.moveClock(60_000);
  await run();
  const after = await lastPayment(ada);
  assert.deepEqual([after?.status, after?.failure], ["failed", "expired"]);
  assert.equal(await available(ada), before);
  node.fails.delete("pay");
  await freshRates(app);
  await holds();
});

test("a preimage that is not of the hash settles nothing", async () => {
  const ada = await aPayer();
  const invoice = await outside(10_000_000n);
  await paid(ada, invoice.bolt11);
  await run();
  node.ends.set(invoice.paymentHash, { state: "settled", preimage: "00".repeat(32), feeMsat: 0n });
  await run();
  assert.equal((await lastPayment(ada))?.status, "in_flight");
  node.ends.set(invoice.paymentHash, { state: "settled", preimage: invoice.preimage, feeMsat: 0n });
  await run();
  await holds();
});

test("another user's invoice is paid inside at once, without fees, once however many pay it, and the node takes no money for it", async () => {
  const [payee, ...payers] = [await aPayer(), await aPayer(), await aPayer()];
  const before = await available(payee);
  const { hash, bolt11 } = await anInvoice(payee, "0.0002");
  assert.equal((await paid(payee, bolt11)).code, "lightning.own_invoice");
  const quotes = await Promise.all(
    payers.map(async ({ client }) => (await client.call(quoteLightningPayment, { body: { invoice: bolt11 } })).data),
  );
  assert.deepEqual(
    quotes.map(({ fee, isInside }) => [fee, isInside]),
    [
      ["0", true],
      ["0", true],
    ],
  );
  const answers = await Promise.all(
    payers.map(({ client }, at) => client.call(payLightning, { body: { quote_id: quotes[at]?.id ?? "" } })),
  );
  assert.deepEqual(answers.map(({ code }) => code).sort(), ["", "lightning.paid"]);
  assert.equal(answers.find(({ code }) => code === "")?.data.status, "inside");
  assert.equal((await available(payee)) - before, 20_000n);
  await run();
  assert.ok(node.canceled.has(hash));
  assert.equal(node.paid.includes(hash), false);
  await holds();
});

test("what must not leave does not: without a proof, with too little, over the limits, restricted, halted, without a node", async () => {
  const ada = await aPayer(20_000n);
  const invoice = await outside(10_000_000n);
  const quoted = async (person: TestPerson, bolt11 = invoice.bolt11) =>
    (await person.client.call(quoteLightningPayment, { body: { invoice: bolt11 } })).data;
  const unproved = await ada.client.call(payLightning, { body: { quote_id: (await quoted(ada)).id }, proves: false });
  assert.equal(unproved.code, "auth.password_proof");
  assert.equal((await paid(ada, (await outside(30_000_000n)).bolt11)).code, "ledger.insufficient_balance");
  const rich = await aPayer(10_000_000n);
  assert.equal((await paid(rich, (await outside(3_000_000_000n)).bolt11)).code, "lightning.payment_limit");
  await owner.query("insert into settings (name, value, changed_at) values ('lightning.month_usd', '1', market_now())");
  assert.equal((await paid(rich, invoice.bolt11)).code, "lightning.month_limit");
  await owner.query("delete from settings where name = 'lightning.month_usd'");
  const old = await quoted(rich);
  await app.moveClock(61_000);
  await freshRates(app);
  await run();
  assert.equal((await rich.client.call(payLightning, { body: { quote_id: old.id } })).code, "wallet.quote_expired");
  await db.tx((tx) => halt(tx, { name: "lightning_out", reason: "test" }));
  assert.equal((await paid(rich, invoice.bolt11)).code, "ledger.halted");
  await db.tx((tx) => lift(tx, "lightning_out"));
  await owner.query("update ln_node set seen_at = seen_at - interval '3 minutes'");
  assert.equal((await paid(rich, invoice.bolt11)).code, "lightning.away");
  assert.deepEqual((await rich.client.call(getLightning)).data.isHere, false);
  await owner.query("update ln_node set seen_at = market_now(), payable_msat = 1000");
  assert.equal((await paid(rich, invoice.bolt11)).code, "lightning.no_capacity");
  await run();
  const taken = await paid(rich, invoice.bolt11);
  assert.equal(taken.code, "");
  assert.equal(
    (await rich.client.call(payLightning, { body: { quote_id: taken.quote?.id ?? "" } })).code,
    "wallet.quote_taken",
  );
  await owner.query(
    `insert into user_restrictions (user_id, state, reason_code, case_number, review_at, since)
     values ($1, 'frozen', 'test', 'LN-1', market_now() + interval '1 day', market_now())`,
    [ada.id],
  );
  assert.equal(
    (await ada.client.call(quoteLightningPayment, { body: { invoice: (await outside(1_000_000n)).bolt11 } })).code,
    "auth.restricted",
  );
  node.ends.set(invoice.paymentHash, { state: "failed", why: "timeout" });
  await run();
  await holds();
});

test("what is no invoice, is over, has another amount or needs one is refused with the way out", async () => {
  const ada = await aPayer();
  const quote = async (invoice: string, amount?: string) =>
    (await ada.client.call(quoteLightningPayment, { body: { invoice, ...(amount ? { amount } : {}) } })).code;
  const { bolt11 } = await outside(1_000_000n);
  assert.equal(await quote(`${bolt11.slice(0, -8)}qqqqqqqq`), "lightning.invoice_form");
  assert.equal(await quote((await outside(1_000_000n, { hasFeatures: false })).bolt11), "lightning.invoice_form");
  assert.equal(await quote(bolt11, "0.0001"), "lightning.other_amount");
  assert.equal(await quote((await outside(0n)).bolt11), "lightning.needs_amount");
  assert.equal(await quote((await outside(0n)).bolt11, "0.00001"), "");
  assert.equal(
    await quote((await outside(1_000_000n, { at: (await seconds()) - 7200 })).bolt11),
    "lightning.invoice_over",
  );
  assert.equal(await quote(`lightning:${bolt11.toUpperCase()}`), "");
});

test("an invoice of another chain than the market's is refused, which its node could never pay", async () => {
  const ada = await aPayer();
  await owner.query(
    `insert into wallet_rails (chain, is_available, network, is_test, account_key, scanned_height)
     values ('bitcoin', true, 'regtest', true, 'tpub', 0)`,
  );
  const quote = async (of: object) =>
    (await ada.client.call(quoteLightningPayment, { body: { invoice: (await outside(1_000_000n, of)).bolt11 } })).code;
  assert.equal(await quote({ network: "bc" }), "lightning.other_network");
  assert.equal(await quote({}), "");
  await owner.query("delete from wallet_rails");
});

test("any wallet pays a Lightning Address: bounds first, then an invoice for the sum whose description is what the wallet was shown", async () => {
  const ada = await aPayer();
  const { username } = (await owner.query("select username from users where id = $1", [ada.id])).rows[0];
  const get = async (url: string) => {
    const making = setInterval(() => void app.runJob("make-lightning-invoices").catch(() => undefined), 50);
    const answer = await app.app.fastify.inject({ method: "GET", url });
    clearInterval(making);
    return { status: answer.statusCode, allows: answer.headers["access-control-allow-origin"], said: answer.json() };
  };
  const first = await get(`/.well-known/lnurlp/${username}`);
  assert.deepEqual(
    [first.status, first.allows, first.said.tag, first.said.minSendable],
    [200, "*", "payRequest", 1000],
  );
  const { pathname } = new URL(first.said.callback);
  const before = await available(ada);
  const { said } = await get(`${pathname}?amount=21000&comment=Thanks`);
  const { rows } = await owner.query("select payment_hash, memo, description_hash from ln_invoices where bolt11 = $1", [
    said.pr,
  ]);
  const hashed = createHash("sha256").update(first.said.metadata).digest("hex");
  assert.deepEqual([rows[0].memo, rows[0].description_hash], ["Thanks", hashed]);
  node.settle(rows[0].payment_hash, 21_000n);
  await run();
  assert.equal((await available(ada)) - before, 21n);
  for (const [query, reason] of [
    ["amount=500", /whole satoshi/],
    ["amount=21500", /whole satoshi/],
    ["amount=x", /amount is missing/],
    [`amount=1000&comment=${"x".repeat(141)}`, /too long/],
    ["amount=9000000000000", /unavailable/],
  ] as const)
    assert.match((await get(`${pathname}?${query}`)).said.reason, reason, query);
  assert.equal((await get("/.well-known/lnurlp/nobody_is_called_so")).status, 404);
  // Strangers who ask take none of the user's own invoices away.
  for (let more = 0; more < 20; more += 1) await get(`${pathname}?amount=1000`);
  assert.match((await get(`${pathname}?amount=1000`)).said.reason, /unavailable/);
  assert.equal((await ada.client.call(createLightningInvoice, { body: {} })).code, "");
});

test("what the node has settled and nobody has credited yet is not the operator's, and no loss once it is", async () => {
  const ada = await aPayer();
  const { hash } = await anInvoice(ada);
  await app.moveClock(20_000);
  await run();
  node.settle(hash, 90_000_000n);
  for (let look = 0; look < 3; look += 1) await app.runJob("watch-lightning-node");
  await run();
  await run();
  await holds();
});

test("a node that has less than its own part and what is in flight stops sending, and receiving goes on", async () => {
  const { checkBooks } = await import("../../staff/console/index.ts");
  // After a quiet minute what it has is what it has to have.
  for (const ms of [30_000, 30_000, 30_000]) {
    await run();
    await app.moveClock(ms);
  }
  await run();
  node.missingMsat = 2_000_000n;
  await run();
  await holds();
  await run();
  const found = await checkBooks(app.ownerPorts);
  assert.deepEqual(
    found.map(({ invariant, detail }) => [invariant, detail]),
    [["L1", "the Lightning node misses 2000 satoshi"]],
  );
  const { rows } = await owner.query("select name from halts");
  assert.deepEqual(
    rows.map(({ name }) => name),
    ["lightning_out"],
  );
});
