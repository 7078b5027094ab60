// Guards: the house's company and Reloadly keep one contract, and what goes wrong between us and a provider loses and doubles nothing.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createTopUp, listTopUpOperators, quoteTopUp, showTopUpCode } from "#contract/products/top-ups.ts";
import { listProviderOrders } from "#contract/products/providers/orders.ts";
import { startReloadly } from "../../devnet/doubles/reloadly/reloadly.ts";
import { RELOADLY_KEYS } from "../../devnet/doubles/reloadly/door.ts";
import { ids } from "../../platform/ids.ts";
import { afterTests } from "../../testing/after-tests.ts";
import { aNamedUser } from "../../testing/people/restrictions.ts";
import { readProvider, topUpWorld } from "../../testing/market/top-ups.ts";
import { openHouseTelco } from "./house-telco/house-telco.ts";
import { openReloadly } from "./reloadly.ts";
import type { TopUpProvider, TopUpWanted } from "./provider.ts";

const reloadly = await startReloadly();
afterTests(() => reloadly.stop());
const keys = { ...RELOADLY_KEYS, api: reloadly.api, auth: reloadly.api };
const world = await topUpWorld({ demo: true, reloadly: keys });
reloadly.book.clock.now = () => world.db.marketNow();

type Side = { readonly provider: TopUpProvider; readonly wanted: TopUpWanted };
const number = "+2348031234550";
const PLAIN = { isRange: false, isPin: false };
const SIDES: Readonly<Record<string, Side>> = {
  "the house's company": {
    provider: openHouseTelco(world.dbs.worker),
    wanted: {
      number,
      countryIso: "NG",
      operator: "NG-1",
      product: "500",
      currency: "NGN",
      units: 50_000n,
      costCents: 35n,
      ...PLAIN,
    },
  },
  Reloadly: {
    provider: openReloadly(keys),
    wanted: {
      number,
      countryIso: "NG",
      operator: "341",
      product: "100",
      currency: "NGN",
      units: 150_000n,
      costCents: 100n,
      ...PLAIN,
    },
  },
};

for (const [name, { provider, wanted }] of Object.entries(SIDES))
  test(`${name} sells, delivers a reference once, says what came of it, and has it in the statement`, async () => {
    const sold = (await provider.catalog()).find(({ code }) => code === wanted.operator);
    const product = sold?.products.find(({ code }) => code === wanted.product);
    assert.deepEqual(
      [sold?.country, product?.units, product?.cents],
      ["NG", String(wanted.units), String(wanted.costCents)],
    );
    assert.ok(await provider.operatorOf(number, "NG"));
    assert.equal(await provider.operatorOf("+33612345678", "FR"), undefined);
    const reference = ids.uuid();
    assert.deepEqual(await provider.ask(reference), { outcome: "not_found" });
    const first = await provider.submit(reference, wanted);
    assert.deepEqual(
      { ...first, providerRef: "" },
      {
        ...{ outcome: "succeeded", providerRef: "", currency: "NGN" },
        ...{ deliveredUnits: wanted.units, chargedUnits: wanted.costCents },
      },
    );
    assert.deepEqual(await provider.ask(reference), first);
    const again = await provider.submit(reference, wanted).catch(() => "unknown");
    assert.ok(again === "unknown" || JSON.stringify(again, plain) === JSON.stringify(first, plain));
    const today = world.db.marketNow().toISOString().slice(0, 10);
    const statement = await provider.statement(today, 0n);
    const lines = statement?.lines.filter((line) => line.reference === reference);
    assert.deepEqual(
      lines?.map(({ kind, units }) => [kind, units]),
      [["order", -wanted.costCents]],
    );
    const total = statement?.lines.reduce((sum, { units }) => sum + units, 0n);
    assert.equal(statement?.closingUnits, total);
  });

const plain = (_: string, value: unknown) => (typeof value === "bigint" ? String(value) : value);

async function order(knob: Parameters<typeof reloadly.turn>[0]) {
  const ada = await world.payer();
  const before = await world.available(ada);
  const made = await world.paid(ada);
  assert.equal(made.code, "");
  reloadly.turn(knob);
  await world.run();
  const view = () => world.view(ada, made.data.id);
  return { ada, before, view, reference: made.data.reference };
}
const bookedOf = (reference: string) => reloadly.book.booked.filter((one) => one.customIdentifier === reference).length;

async function wish(operator: string, amount?: string) {
  const ada = await world.payer();
  const lookUp = (await world.found(ada, number)).data;
  const query = { country: "NG", crypto_currency_code: "USDT" } as const;
  const { operators } = (await ada.client.call(listTopUpOperators, { query })).data;
  const product_id = operators.find(({ name }) => name === operator)?.products[0]?.id ?? "";
  const wanted = { look_up_id: lookUp.id, product_id, crypto_currency_code: "USDT", other_operator: true } as const;
  const quote = await ada.client.call(quoteTopUp, { body: amount ? { ...wanted, amount } : wanted });
  assert.equal(quote.code, "");
  const { data } = await ada.client.call(createTopUp, { body: { quote_id: quote.data.id } });
  const view = () => world.view(ada, data.id);
  return { ada, view, id: data.id, reference: data.reference };
}

test("Reloadly delivers a sum of a range in the operator's currency, and a code that the order keeps", async () => {
  await readProvider(world);
  const range = await wish("Any amount", "2250");
  await world.run();
  assert.deepEqual([(await range.view()).status, (await range.view()).delivered], ["settled", "2250"]);
  const coded = await wish("By code");
  await world.run();
  const { data } = await coded.ada.client.call(showTopUpCode, { params: { id: coded.id } });
  assert.deepEqual([data.code.startsWith("7700 8800"), data.serial?.startsWith("S7")], [true, true]);
  await world.assertBooks();
});

test("without its code an order is unknown until the code comes, a statement's line is none, and a code sold twice is a case", async () => {
  const late = await wish("By code");
  reloadly.turn("no_code");
  await world.run();
  assert.equal((await late.view()).status, "unknown");
  await world.owner.query("update provider_orders set ask_at = ask_at + interval '3 days' where external_ref = $1", [
    late.reference,
  ]);
  await world.moveOn(86_400_000);
  await world.runJob("read-top-up-statements");
  assert.equal((await late.view()).status, "unknown", "a line of a statement is no code");
  const made = reloadly.book.booked.find(({ customIdentifier }) => customIdentifier === late.reference);
  assert.ok(made);
  made.code = "9900 1100 2200";
  await world.moveOn(3000);
  await world.moveOn(4 * 86_400_000);
  assert.equal((await late.view()).status, "settled");
  const twice = await wish("By code");
  reloadly.turn("repeat");
  await world.run();
  const held = await twice.view();
  assert.deepEqual([held.status, held.delivered, held.code], ["mismatch", "0", null]);
  const admin = await aNamedUser(world, "admin");
  const { data } = await admin.client.call(listProviderOrders, { query: { show: "cases" } });
  const shown = data.orders.find(({ id }) => id === twice.id);
  assert.deepEqual([shown?.caseReason, shown?.decisions], ["repeated", ["return"]]);
  await world.moveOn(3_700_000);
});

test("after a lost answer, and after a 502 that came too late, the same reference is asked for", async () => {
  await readProvider(world);
  for (const knob of ["lose_answer", "error_after"] as const) {
    const { view, reference } = await order(knob);
    assert.equal((await view()).status, "unknown");
    await world.moveOn(3000);
    assert.deepEqual([(await view()).status, bookedOf(reference)], ["settled", 1]);
  }
  await world.assertBooks();
});

test("a call that never arrived is made again under the same reference", async () => {
  const { view, reference } = await order("break");
  assert.equal((await view()).status, "unknown");
  reloadly.turn("none");
  await world.moveOn(3000);
  assert.deepEqual([(await view()).status, bookedOf(reference)], ["unknown", 0], "it is not there, and that is no end");
  await world.moveOn(6000);
  assert.deepEqual([(await view()).status, bookedOf(reference)], ["settled", 1]);
  await world.assertBooks();
});

test("a refusal of a second submission is no end: the first may have arrived", async () => {
  const { view, reference } = await order("break");
  reloadly.turn("none");
  await world.moveOn(3000);
  reloadly.turn("poor");
  await world.moveOn(6000);
  assert.deepEqual([(await view()).status, bookedOf(reference)], ["unknown", 0]);
});

test("what was refused at first comes back, also for want of money there", async () => {
  for (const [knob, reason] of [
    ["refuse", "number"],
    ["poor", "stock"],
  ] as const) {
    const { ada, before, view } = await order(knob);
    assert.equal((await view()).endReason, reason);
    assert.equal(await world.available(ada), before);
  }
});

test("a callback is verified over its bytes, makes us ask, and counts once", async () => {
  const { view, reference } = await order("pending");
  assert.equal((await view()).status, "submitted");
  reloadly.finish(reference, "SUCCESSFUL");
  const send = async ({ payload, headers }: ReturnType<typeof reloadly.webhook>, provider = "reloadly") => {
    const url = `/rest/v1/providers/${provider}/messages`;
    const answer = await world.app.fastify.inject({
      method: "POST",
      url,
      payload,
      headers: { ...headers, "content-type": "application/json" },
    });
    return answer.statusCode;
  };
  const now = world.db.marketNow();
  assert.equal(await send(reloadly.webhook(reference, now, "another secret")), 200);
  await world.run();
  assert.equal((await view()).status, "submitted", "a stranger's message asks nothing");
  const right = reloadly.webhook(reference, now);
  assert.deepEqual([await send(right), await send(right)], [200, 200]);
  assert.equal(await send(reloadly.webhook(reference, new Date(now.getTime() + 1))), 200);
  assert.equal(await send(reloadly.webhook(reference, new Date(now.getTime() - 3_600_000))), 200);
  assert.equal(await send(right, "nobody"), 404);
  await world.run();
  assert.equal((await view()).status, "settled");
  const { rows } = await world.owner.query("select outcome from provider_messages order by id");
  assert.deepEqual(
    rows.map(({ outcome }) => outcome),
    ["unsigned", "asked", "repeated", "unsigned"],
  );
  await world.assertBooks();
});

test("a pending one that the provider refunds comes back", async () => {
  const { ada, before, view, reference } = await order("pending");
  reloadly.finish(reference, "REFUNDED");
  await world.moveOn(3000);
  assert.equal((await view()).status, "returned");
  assert.equal(await world.available(ada), before);
});

test("a statement's line ends an order that nobody answers about, and a later answer changes nothing", async () => {
  const { view, reference } = await order("lose_answer");
  await world.owner.query("update provider_orders set ask_at = ask_at + interval '3 days' where external_ref = $1", [
    reference,
  ]);
  await world.moveOn(86_400_000);
  assert.equal((await view()).status, "unknown");
  await world.runJob("read-top-up-statements");
  assert.equal((await view()).endReason, "statement");
  await world.assertBooks();
});

test("a statement with a gap is shown, books nothing, and is read again", async () => {
  const closing = async () =>
    (await world.owner.query("select * from provider_statements where not is_accepted")).rows.length;
  const one = reloadly.book.booked[0];
  assert.ok(one);
  await world.owner.query("update provider_statements set closing_units = closing_units + 7 where is_accepted");
  await world.moveOn(86_400_000);
  // As if the provider had changed a day that was closed: it opens with another sum.
  await world.owner.query(
    `select * from import_provider_statement('top_up', 'reloadly', 'USD', (market_now() - interval '1 day')::date, 1, 2, '[]', market_now())`,
  );
  assert.equal(await closing(), 1);
  const admin = await aNamedUser(world, "admin");
  const { data } = await admin.client.call(listProviderOrders, { query: { show: "open" } });
  assert.equal(data.statements[0]?.isAccepted, false);
  await world.owner.query("update provider_statements set closing_units = closing_units - 7 where is_accepted");
  await world.runJob("read-top-up-statements");
  assert.equal(await closing(), 0);
  await world.assertBooks();
});

test("five failures in a row pause new orders of a country, with the time on the list", async () => {
  const bob = await world.payer();
  const { ada } = await order("break");
  for (let round = 0; round < 6; round++) await world.moveOn(40_000);
  const query = { country: "NG", crypto_currency_code: "USDT" } as const;
  const { data } = await ada.client.call(listTopUpOperators, { query });
  assert.ok(data.pausedUntil && data.pausedUntil > world.db.marketNow().toISOString());
  reloadly.turn("none");
  assert.equal((await world.paid(bob, { phone: "+2348031234562" })).code, "order.paused");
  await world.moveOn(11 * 60_000);
  const late = await world.paid(bob, { phone: "+2348031234562" });
  assert.equal(late.code, "");
  await world.run();
  assert.equal((await world.view(bob, late.data.id)).status, "settled");
  await world.assertBooks();
});
