/**
 * Lightning in a random market: invoices that are paid from outside, twice, unsaid or by another user, and payments whose node answers late, fails or
 * loses the call. The model knows what each may cost and moves the coins by a few sums of its own.
 */
import assert from "node:assert/strict";
import { displayFromUnits, unitsFromDisplay } from "#contract/money/money.ts";
import { checkInvariants, LEDGER_CHECKS } from "../../../../server/money/ledger/index.ts";
import { LIGHTNING_CHECKS } from "../../../../server/products/lightning/index.ts";
import { signedInvoice } from "../../../../server/testing/outside/bolt11.ts";
import { ask, count, type Run, stateOfModel } from "../../asking.ts";
import { haltOf } from "../../halts.ts";
import { freshRates, stateOf, TRADERS } from "../../offers/place.ts";
import * as verbs from "../../verbs.ts";
import { AN_HOUR_MIN, endAtNode, feeOf, give, isOpen, isQuiet, networkOf, settleAtNode, turn, watch } from "./node.ts";
import type { ModelInvoice } from "./rows.ts";
import { owes } from "../wallet.ts";

const MOST_OPEN = 20;
const STEPS = 4;
const MOST_UNITS = 40_000;

/** Something with invoices and payments, and mostly a turn of the process that speaks to the node. */
export async function actOnLightning(run: Run): Promise<void> {
  const { random } = run;
  await freshRates(run.place);
  for (let step = 0; step < STEPS; step++) {
    if (isQuiet(run)) await watch(run);
    const dice = random.below(16);
    if (dice < 4) await askInvoice(run);
    else if (dice < 7) payFromOutside(run);
    else if (dice < 10) await payInside(run);
    else if (dice < 13) await sendOne(run);
    else endAtNode(run);
    if (isQuiet(run) && random.below(4) > 0) await turn(run);
  }
  await assertAsModel(run);
}

/** All that can end has ended, and the books are right. The halts are lifted. */
export async function endLightning(run: Run): Promise<void> {
  const { lightning, db } = run.place.market;
  lightning.node.fails.clear();
  await turn(run);
  for (const payment of run.lightning.payments) if (isOpen(payment)) settleAtNode(run, payment);
  await turn(run);
  await assertAsModel(run);
  assert.ok(!run.lightning.payments.some(isOpen), "a payment did not end");
  const found = await db.snapshot((tx) => checkInvariants(tx, [...LEDGER_CHECKS, ...LIGHTNING_CHECKS]));
  assert.deepEqual(found, []);
  // The next schedule begins with none.
  const ids = run.lightning.invoices.map(({ id }) => id);
  await db.tx(
    (tx) => tx.rows`update ln_invoices set status = 'expired' where hash = any(${ids}) and status in ('asked', 'open')`,
  );
}

const personOf = ({ place }: Run, who: number) => {
  const by = place.people[who];
  assert.ok(by);
  return by;
};

async function askInvoice(run: Run): Promise<void> {
  const { model, random, lightning } = run;
  const owner = random.below(TRADERS);
  const units = random.below(3) === 0 ? 0n : BigInt(1 + random.below(MOST_UNITS));
  const body = units === 0n ? {} : { amount: displayFromUnits(units, 8) };
  const answer = await ask(run, { by: personOf(run, owner), path: "/rest/v1/lightning/invoices", body });
  const open = lightning.invoices.filter(
    (one) => one.owner === owner && ["asked", "open"].includes(one.status) && one.until > model.nowMin,
  );
  const expected = haltOf(model, "receive") || (open.length >= MOST_OPEN ? "lightning.too_many" : "");
  assert.equal(answer.code, expected, answer.text);
  count(run, answer.code || "a Lightning invoice");
  if (answer.code) return;
  const { data } = JSON.parse(answer.text) as { data: { id: string } };
  const until = model.nowMin + AN_HOUR_MIN;
  lightning.invoices.push({
    id: data.id,
    owner,
    units,
    until,
    hash: "",
    bolt11: "",
    paid: [],
    isCredited: false,
    status: "asked",
  });
}

/** Of a living one: any, or what fits. */
function drawInvoice(
  { lightning, model, random }: Run,
  fits: (one: ModelInvoice) => boolean,
): ModelInvoice | undefined {
  const known = lightning.invoices.filter((one) => one.bolt11 && one.until > model.nowMin && fits(one));
  return known[random.below(Math.max(1, known.length))];
}

/** As often as they like; now and then the node does not say so. */
function payFromOutside(run: Run): void {
  const { place, random } = run;
  const { node } = place.market.lightning;
  const invoice = drawInvoice(run, ({ hash }) => !node.canceled.has(hash));
  if (!invoice) return;
  const units = invoice.units || BigInt(1 + random.below(MOST_UNITS));
  const isTold = random.below(4) > 0;
  const index = node.settle(invoice.hash, units * 1000n + BigInt(random.below(1000)), isTold);
  invoice.paid.push({ units, index, isTold: isTold && !place.market.lightning.isCut });
  count(run, "paid over Lightning from outside");
}

/** Sometimes by two users at once: one of them pays. */
async function payInside(run: Run): Promise<void> {
  const { random } = run;
  const invoice = drawInvoice(run, ({ units, status }) => units > 0n && status === "open");
  if (!invoice) return;
  const payers = Array.from({ length: TRADERS }, (_, who) => who).filter((who) => who !== invoice.owner);
  const from = random.below(payers.length);
  const both = random.below(3) === 0 ? payers : payers.slice(from, from + 1);
  const quotes = [];
  for (const who of both) quotes.push({ who, ...(await quoteOf(run, who, invoice.bolt11)) });
  const refusals = quotes.map(({ who, total }) => payingRefusal(run, who, total));
  const answers = await Promise.all(quotes.map(({ who, id }) => take(run, who, id)));
  const taken = answers.findIndex(({ code }) => code === "");
  assert.equal(taken >= 0, refusals.includes(""), JSON.stringify([refusals, answers]));
  for (const [place, { code }] of answers.entries()) {
    count(run, code || "paid over Lightning inside");
    // Second, it is found to be paid before anything else is looked at.
    if (place !== taken) assert.ok(code === refusals[place] || (taken >= 0 && code === "lightning.paid"), code);
  }
  if (taken < 0) return;
  assert.equal(refusals[taken], "");
  give(run, quotes[taken]?.who ?? 0, -invoice.units);
  give(run, invoice.owner, invoice.units);
  invoice.status = "paid_inside";
}

type Quoted = { readonly id: string; readonly total: bigint; readonly fee: bigint; readonly network: bigint };
type QuoteAnswer = { data: { id: string; total: string; amount: string; fee: string; mostNetworkFee: string } };

/** Priced and proved. */
async function quoteOf(run: Run, who: number, invoice: string): Promise<Quoted> {
  const by = personOf(run, who);
  const { code, text } = await ask(run, { by, path: "/rest/v1/lightning/quotes", body: { invoice } });
  assert.equal(code, "", text);
  const { id, total, amount, fee, mostNetworkFee } = (JSON.parse(text) as QuoteAnswer).data;
  const order = { product: "lightning", cryptoCurrencyCode: "BTC", total, currencyCode: "BTC", amount } as const;
  await ask(run, { by, ...verbs.prove(by, { kind: "order", id }, run.place.now, { order }) });
  const units = (sum: string) => unitsFromDisplay(sum, 8);
  return { id, total: units(total), fee: units(fee), network: units(mostNetworkFee) };
}

const take = (run: Run, who: number, id: string) =>
  ask(run, { by: personOf(run, who), path: "/rest/v1/lightning/payments", body: { quote_id: id } });

/** "" where it is taken. */
function payingRefusal({ model }: Run, who: number, total: bigint): string {
  const halted = haltOf(model, "send over Lightning");
  if (halted) return halted;
  if (owes(model, who)) return "wallet.on_hold";
  if (model.nowMin < (model.people[who]?.heldUntil ?? 0)) return "wallet.security_hold";
  return (model.available.get(who) ?? 0n) < total ? "ledger.insufficient_balance" : "";
}

/** To another node, often by a button that is pressed twice. */
async function sendOne(run: Run): Promise<void> {
  const { model, random, lightning, place } = run;
  const owner = random.below(TRADERS);
  const units = BigInt(1 + random.below(MOST_UNITS));
  const invoice = signedInvoice({ msat: units * 1000n, at: Math.floor(place.now.getTime() / 1000) - 1 });
  const { id, total, fee, network } = await quoteOf(run, owner, invoice.bolt11);
  assert.deepEqual([fee, network, total], [feeOf(units), networkOf(units), units + fee + network]);
  const refusal = payingRefusal(run, owner, total);
  const presses = random.below(2) === 0 ? 2 : 1;
  const answers = await Promise.all(Array.from({ length: presses }, () => take(run, owner, id)));
  const codes = answers.map(({ code }) => code).sort();
  assert.deepEqual(codes, refusal ? codes.map(() => refusal) : ["", "wallet.quote_taken"].slice(0, presses));
  for (const code of codes) count(run, code || "sent over Lightning");
  if (refusal) return;
  give(run, owner, -total);
  lightning.payments.push({
    id,
    owner,
    invoice,
    units,
    until: model.nowMin + AN_HOUR_MIN,
    status: "reserved",
    isTaken: false,
  });
}

async function assertAsModel(run: Run): Promise<void> {
  const { invoices, payments } = run.lightning;
  const rows = await run.place.market.db.tx(
    (tx) => tx.rows<{ line: string }>`
      select hash || ' ' || status as line from ln_invoices where hash = any(${invoices.map(({ id }) => id)})
      union all
      select quote.hash || ' ' || paid.status
      from ln_payments paid
      join product_quotes quote on quote.id = paid.quote_id
      where quote.hash = any(${payments.map(({ id }) => id)})`,
  );
  const expected = [...invoices, ...payments].map(({ id, status }) => `${id} ${status}`);
  assert.deepEqual(rows.map(({ line }) => line).sort(), expected.sort());
  assert.deepEqual(await stateOf(run.place), stateOfModel(run.model), "after Lightning");
}
