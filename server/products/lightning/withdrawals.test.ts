// Guards: what a user lets a wallet collect is proved and set aside first, leaves by one invoice of exactly that sum, and comes back whole where nobody
// collects it in time; whenever the process ends in between, the sum is in one place.
import assert from "node:assert/strict";
import { test } from "node:test";
import { bech32 } from "@scure/base";
import {
  createLightningInvoice,
  getLightning,
  payLightning,
  quoteLightningPayment,
} from "#contract/products/lightning/lightning.ts";
import {
  cancelLightningWithdrawal,
  openLightningWithdrawal,
  quoteLightningWithdrawal,
  withdrawFromOutside,
} from "#contract/products/lightning/withdrawals.ts";
import { prove } from "#contract/people/sign-in/auth.ts";
import { getTwoFactor } from "#contract/people/sign-in/two-factor.ts";
import { checkInvariants, halt, LEDGER_CHECKS, lift } from "../../money/ledger/index.ts";
import { aPerson, giveCoins, giveLevel, TEST_PASSWORD, testApp, type TestPerson } from "../../testing/index.ts";
import { anOutsideInvoice } from "../../testing/market/lightning.ts";
import { freshRates } from "../../testing/market/trades.ts";
import { scriptedLightning } from "../../testing/outside/scripted/lightning.ts";
import { LIGHTNING_CHECKS } from "./invariants.ts";
import { useOutsideWallet } from "./outside-wallet.ts";

const node = scriptedLightning();
const app = await testApp({ config: { demo: true }, lightning: node });
const { owner, db } = app;
await freshRates(app);
useOutsideWallet(() => node);

const run = async () => {
  for (const job of ["make-lightning-invoices", "send-lightning-payments", "watch-lightning-node"])
    await app.runJob(job);
};
async function aPayer(units = 1_000_000n): Promise<TestPerson> {
  const person = await aPerson(app);
  await giveLevel(app, person.id, 2);
  await db.tx((tx) => giveCoins(tx, person.id, "BTC", units));
  return person;
}
const expire = () => app.runJob("expire-lightning-withdrawals");
const available = async ({ id }: TestPerson) =>
  BigInt(
    (await owner.query("select balance_units from ledger_accounts where name = $1", [`user:${id}:BTC:available`]))
      .rows[0].balance_units,
  );
const holds = async () =>
  assert.deepEqual(await db.tx((tx) => checkInvariants(tx, [...LEDGER_CHECKS, ...LIGHTNING_CHECKS])), []);

async function opened(person: TestPerson, amount = "0.0001", more: { proves?: false } = {}) {
  const { data: quote, code } = await person.client.call(quoteLightningWithdrawal, { body: { amount } });
  assert.equal(code, "");
  return person.client.call(openLightningWithdrawal, { body: { quote_id: quote.id }, ...more });
}
const urlOf = (code: string) => {
  const { words } = bech32.decode(code.toLowerCase() as `lnurl1${string}`, false);
  return new URL(Buffer.from(bech32.fromWords(words)).toString());
};
const get = async (url: string) => {
  const answer = await app.app.fastify.inject({ method: "GET", url });
  return { allows: answer.headers["access-control-allow-origin"], said: answer.json() };
};
/** As a wallet does that scanned the code. */
async function asked(code: string) {
  const { said } = await get(urlOf(code).pathname);
  return said;
}
const brings = async ({ callback, k1 }: { callback: string; k1: string }, bolt11: string) =>
  (await get(`${new URL(callback).pathname}?k1=${k1}&pr=${bolt11}`)).said;
await run();

test("a wallet collects what was set aside with one invoice of exactly that sum, once, and the rest comes back with its end", async () => {
  const ada = await aPayer();
  const before = await available(ada);
  const { data, code } = await opened(ada);
  assert.equal(code, "");
  assert.deepEqual(
    [data.amount, data.fee, data.mostNetworkFee, data.total],
    ["0.0001", "0.000001", "0.0000005", "0.0001015"],
  );
  assert.equal(before - (await available(ada)), 10_150n);
  assert.equal((await ada.client.call(getLightning)).data.withdrawal?.code, data.code);
  await holds();
  const { allows, said } = await get(urlOf(data.code).pathname);
  assert.deepEqual(
    [allows, said.tag, said.minWithdrawable, said.maxWithdrawable],
    ["*", "withdrawRequest", 10_000_000, 10_000_000],
  );
  for (const [bolt11, reason] of [
    [(await anOutsideInvoice(app, 10_001_000n)).bolt11, /another amount/],
    [(await anOutsideInvoice(app, 9_999_000n)).bolt11, /another amount/],
    [(await anOutsideInvoice(app, 0n)).bolt11, /another amount/],
    ["lnbc1", /not a Lightning invoice/],
    ["", /not a Lightning invoice/],
  ] as const)
    assert.match((await brings(said, bolt11)).reason, reason);
  assert.match((await get("/lnurlw?k1=00")).said.reason, /missing/);
  const invoice = await anOutsideInvoice(app);
  assert.deepEqual(await brings(said, invoice.bolt11), { status: "OK" });
  assert.deepEqual(await brings(said, invoice.bolt11), { status: "OK" }, "the same again");
  assert.match((await brings(said, (await anOutsideInvoice(app)).bolt11)).reason, /used/);
  assert.match((await asked(data.code)).reason, /used/);
  await holds();
  await run();
  assert.deepEqual(node.paid.filter((hash) => hash === invoice.paymentHash).length, 1);
  node.ends.set(invoice.paymentHash, { state: "settled", preimage: invoice.preimage, feeMsat: 20_100n });
  await run();
  assert.equal(before - (await available(ada)), 10_000n + 100n + 21n);
  assert.deepEqual(
    await ada.client.call(getLightning).then(({ data: { payments, withdrawal } }) => [payments[0]?.status, withdrawal]),
    ["settled", null],
  );
  assert.equal(
    (await ada.client.call(cancelLightningWithdrawal, { params: { id: data.id } })).code,
    "lightning.withdrawal_over",
  );
  await holds();
});

test("what nobody collects comes back whole, once, by its time or its owner, and counts for nothing of the day", async () => {
  const ada = await aPayer();
  const before = await available(ada);
  const late = (await opened(ada)).data;
  const first = await asked(late.code);
  await app.moveClock(299_000);
  await expire();
  assert.equal(before - (await available(ada)), 10_150n);
  await app.moveClock(2000);
  assert.match(
    (await brings(first, (await anOutsideInvoice(app)).bolt11)).reason,
    /expired/,
    "also before it is ended",
  );
  await expire();
  await expire();
  assert.equal(await available(ada), before);
  assert.match((await brings(first, (await anOutsideInvoice(app)).bolt11)).reason, /expired/);
  await freshRates(app);
  await run();
  const { data } = await opened(ada);
  const other = await aPayer();
  const cancel = (person: TestPerson) => person.client.call(cancelLightningWithdrawal, { params: { id: data.id } });
  assert.equal((await cancel(other)).code, "lightning.unknown");
  assert.equal((await cancel(ada)).code, "");
  assert.equal((await cancel(ada)).code, "lightning.withdrawal_over");
  assert.equal(await available(ada), before);
  assert.match((await asked(data.code)).reason, /canceled/);
  const taken = await ada.client.call(openLightningWithdrawal, { body: { quote_id: data.id } });
  assert.equal(taken.code, "wallet.quote_taken");
  await holds();
});

test("of many who bring an invoice at once, and of an end at the same time, one has it", async () => {
  const ada = await aPayer();
  const before = await available(ada);
  const { data } = await opened(ada);
  const said = await asked(data.code);
  const invoices = await Promise.all(Array.from({ length: 4 }, () => anOutsideInvoice(app)));
  const [cancelled, ...answers] = await Promise.all([
    ada.client.call(cancelLightningWithdrawal, { params: { id: data.id } }),
    ...invoices.map(({ bolt11 }) => brings(said, bolt11)),
  ]);
  const collected = answers.filter(({ status }) => status === "OK").length;
  assert.equal(collected + Number(cancelled.code === ""), 1);
  assert.equal(before - (await available(ada)), collected === 1 ? 10_150n : 0n);
  await holds();
  await owner.query(
    "select end_lightning_payment(quote_id, null, 0, 'other', market_now()) from ln_payments where status = 'reserved'",
  );
  assert.equal(await available(ada), before, "a failed payment comes back like every other one");
  await holds();
});

test("another user's invoice is collected inside, and one's own is none", async () => {
  const [ada, ben] = [await aPayer(), await aPayer()];
  const before = [await available(ada), await available(ben)] as const;
  const { data } = await opened(ada);
  const said = await asked(data.code);
  const invoiceOf = async ({ client }: TestPerson) => {
    const { data: made } = await client.call(createLightningInvoice, { body: { amount: "0.0001" } });
    await run();
    return (await owner.query("select bolt11 from ln_invoices where hash = $1", [made.id])).rows[0].bolt11 as string;
  };
  assert.match((await brings(said, await invoiceOf(ada))).reason, /same account/);
  assert.deepEqual(await brings(said, await invoiceOf(ben)), { status: "OK" });
  assert.deepEqual([before[0] - (await available(ada)), (await available(ben)) - before[1]], [10_000n, 10_000n]);
  await run();
  await holds();
});

test("what must not leave is not set aside, nor collected: unproved, too much, a second one, restricted, halted, without a node", async () => {
  const ada = await aPayer(20_000n);
  assert.equal((await opened(ada, "0.0001", { proves: false })).code, "auth.password_proof");
  assert.equal((await opened(ada, "0.0003")).code, "ledger.insufficient_balance");
  assert.equal(
    (await ada.client.call(quoteLightningWithdrawal, { body: { amount: "0" } })).code,
    "lightning.too_small",
  );
  const rich = await aPayer(20_000_000n);
  assert.equal((await opened(rich, "0.1")).code, "lightning.payment_limit");
  const { data } = await opened(rich);
  assert.equal((await opened(rich)).code, "lightning.withdrawal_open");
  await owner.query(
    "insert into settings (name, value, changed_at) values ('lightning.month_usd', '10', market_now())",
  );
  const more = await rich.client.call(quoteLightningPayment, {
    body: { invoice: (await anOutsideInvoice(app)).bolt11 },
  });
  const paid = await rich.client.call(payLightning, { body: { quote_id: more.data.id } });
  assert.equal(paid.code, "lightning.month_limit", "what is set aside counts");
  await owner.query("delete from settings where name = 'lightning.month_usd'");
  // The quote of a payment opens no withdrawal, and that of a withdrawal pays nothing.
  assert.equal((await ada.client.call(payLightning, { body: { quote_id: data.id } })).code, "wallet.quote_unknown");
  const { data: unused } = await ada.client.call(quoteLightningWithdrawal, { body: { amount: "0.0001" } });
  assert.equal((await ada.client.call(payLightning, { body: { quote_id: unused.id } })).code, "wallet.quote_unknown");
  const said = await asked(data.code);
  const invoice = (await anOutsideInvoice(app)).bolt11;
  await db.tx((tx) => halt(tx, { name: "lightning_out", reason: "test" }));
  assert.match((await brings(said, invoice)).reason, /stays valid/);
  await db.tx((tx) => lift(tx, "lightning_out"));
  await owner.query("update ln_node set seen_at = seen_at - interval '3 minutes'");
  assert.match((await brings(said, invoice)).reason, /stays valid/);
  await owner.query("update ln_node set seen_at = market_now(), payable_msat = 1000");
  assert.match((await brings(said, invoice)).reason, /cannot send/);
  await run();
  await owner.query(
    `insert into user_restrictions (user_id, state, reason_code, case_number, review_at, since)
     values ($1, 'frozen', 'test', 'LN-2', market_now() + interval '1 day', market_now())`,
    [rich.id],
  );
  assert.match((await brings(said, invoice)).reason, /stays valid/);
  const cancelled = await rich.client.call(cancelLightningWithdrawal, { params: { id: data.id } });
  assert.equal(cancelled.code, "", "what comes back is kept from nobody");
  await holds();
});

test("a password lets so much go in a day, and what came back is left again", async () => {
  const ada = await aPayer(20_000_000n);
  const reference = await app.ports.verifier.prepareCredential(TEST_PASSWORD);
  await owner.query("update credentials set user_id = $1 where reference = $2", [ada.id, reference]);
  await owner.query("delete from passkeys where user_id = $1", [ada.id]);
  const left = async () => (await ada.client.call(getTwoFactor, {})).data.limit?.leftUsd;
  const all = await left();
  const { data } = await ada.client.call(quoteLightningWithdrawal, { body: { amount: "0.0001" } });
  await ada.client.call(prove, { body: { for: { kind: "order", id: data.id }, password: TEST_PASSWORD } });
  assert.equal(
    (await ada.client.call(openLightningWithdrawal, { body: { quote_id: data.id }, proves: false })).code,
    "",
  );
  assert.notEqual(await left(), all);
  await ada.client.call(cancelLightningWithdrawal, { params: { id: data.id } });
  assert.equal(await left(), all);
});

test("demo: somebody else's wallet collects by the code, and there is nothing to collect by another text", async () => {
  const ada = await aPayer();
  const { data } = await opened(ada);
  const outside = (code: string) => ada.client.call(withdrawFromOutside, { body: { code } });
  assert.equal((await outside("LNURL1DP68GURN8GHJ7MRWW4EXC")).code, "lightning.unknown");
  assert.deepEqual((await outside(`lightning:${data.code}`)).data, { isCollected: true });
  assert.equal((await outside(data.code)).code, "lightning.withdrawal_over");
  await run();
  await holds();
});

test("quotes that were paid or set aside are kept when old ones go", async () => {
  const kept = async () => Number((await owner.query("select count(*) from ln_payments")).rows[0].count);
  const before = await kept();
  assert.ok(before > 0);
  await owner.query(
    "update product_quotes set created_at = created_at - interval '40 days', expires_at = expires_at - interval '40 days'",
  );
  await owner.query("update retention_marks set last_id = 0 where what = 'product_quotes'");
  await owner.query("select erase_old_product_quotes(10000)");
  assert.equal(await kept(), before);
  const { rows } = await owner.query("select count(*) from ln_withdrawals");
  assert.ok(Number(rows[0].count) > 0);
});
