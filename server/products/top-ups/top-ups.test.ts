// Guards: a top-up takes a user's coins once, gives them back on a definite answer alone, and what nobody answers waits for two of the staff.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  createTopUp,
  getTopUp,
  listTopUpOperators,
  listHousePhones,
  listTopUps,
  lookUpTopUpNumber,
  quoteTopUp,
  redeemHousePin,
  showTopUpCode,
  type TopUpProduct,
} from "#contract/products/top-ups.ts";
import { listProviderOrders } from "#contract/products/providers/orders.ts";
import type { StaffChange } from "#contract/staff/changes.ts";
import { changeByStaff } from "#contract/staff/staff.ts";
import { restrictUser } from "#contract/compliance/restrictions.ts";
import { endByTwo } from "../../testing/market/end-by-two.ts";
import { aNamedUser } from "../../testing/people/restrictions.ts";
import type { TestPerson } from "../../testing/market/trades.ts";
import { topUpWorld } from "../../testing/market/top-ups.ts";
import { halt, lift } from "../../money/ledger/index.ts";

const world = await topUpWorld();
const HOUR = 3_600_000;

test("a number is found, priced in a coin, paid and delivered; each step is a journal", async () => {
  const ada = await world.payer();
  const { data: lookUp } = await world.found(ada, "0803 123 4567");
  assert.deepEqual([lookUp.state, lookUp.number, lookUp.shown], ["found", "+2348031234567", "+234 803 123 4567"]);
  const quote = (await world.quoted(ada, { phone: "+2348031234567" })).data;
  assert.deepEqual([quote.amount, quote.currencyCode, quote.simulated], ["500", "NGN", true]);
  const before = await world.available(ada);
  const { data: order } = await ada.client.call(createTopUp, { body: { quote_id: quote.id } });
  assert.deepEqual([order.status, order.total], ["reserved", quote.total]);
  assert.ok((await world.balance(`user:${ada.id}:USDT:ordered`)) > 0n);
  await world.run();
  const done = await world.view(ada, order.id);
  assert.deepEqual([done.status, done.endReason, done.delivered], ["settled", "delivered", "500"]);
  assert.equal(await world.balance(`user:${ada.id}:USDT:ordered`), 0n);
  assert.equal(await world.balance("house:USD:inventory"), 2_000_000n - 35n);
  const spent = before - (await world.available(ada));
  assert.equal(spent, (await world.balance("house:USDT:inventory")) + (await world.balance("house:USDT:fees_store")));
  await world.assertBooks();
  assert.equal((await ada.client.call(listTopUps)).data[0]?.id, order.id);
  const other = await world.payer();
  assert.equal((await other.client.call(listTopUps)).data.length, 0);
  assert.equal((await other.client.call(getTopUp, { params: { id: order.id } })).code, "order.unknown");
});

test("a quote is paid once and in time, and a second press changes nothing", async () => {
  const ada = await world.payer();
  const { data } = await world.quoted(ada);
  const pay = (id = data.id) => ada.client.call(createTopUp, { body: { quote_id: id } });
  assert.equal(
    (await ada.client.call(createTopUp, { body: { quote_id: data.id }, proves: false })).code,
    "auth.password_proof",
  );
  const answers = await Promise.all([pay(), pay(), pay()]);
  assert.deepEqual(answers.map(({ code }) => code).sort(), ["", "wallet.quote_taken", "wallet.quote_taken"]);
  await world.run();
  const late = await world.quoted(ada, { isAgain: true });
  await world.moveOn(61_000);
  assert.equal((await pay(late.data.id)).code, "wallet.quote_expired");
  assert.equal(
    (await (await world.payer()).client.call(createTopUp, { body: { quote_id: data.id } })).code,
    "wallet.quote_unknown",
  );
  await world.assertBooks();
});

test("an answer that was lost after the delivery is asked for: one delivery and one charge", async () => {
  const ada = await world.payer();
  const order = (await world.paid(ada, { phone: "+2348031234501" })).data;
  await world.run();
  assert.equal((await world.view(ada, order.id)).status, "unknown");
  assert.ok((await world.balance(`user:${ada.id}:USDT:ordered`)) > 0n, "nothing is returned meanwhile");
  await world.moveOn(5000);
  assert.equal((await world.view(ada, order.id)).status, "settled");
  const { rows } = await world.owner.query(
    "select count(*)::int as made from house_telco_top_ups where reference = $1",
    [order.reference],
  );
  assert.equal(rows[0].made, 1);
  await world.assertBooks();
});

test("what the provider refuses comes back whole, with the reason", async () => {
  for (const [phone, reason] of [
    ["+2348031234503", "number"],
    ["+2348031234504", "stock"],
    ["+2348031234506", "operator"],
  ] as const) {
    const ada = await world.payer();
    const before = await world.available(ada);
    const order = (await world.paid(ada, { phone })).data;
    await world.run();
    const done = await world.view(ada, order.id);
    assert.deepEqual([done.status, done.endReason], ["returned", reason]);
    assert.equal(await world.available(ada), before);
  }
  await world.assertBooks();
});

const staff = async () => [await aNamedUser(world, "admin"), await aNamedUser(world, "admin")] as const;

async function nameOf(id: bigint): Promise<string> {
  return (await world.owner.query("select username from users where id = $1", [id])).rows[0].username;
}

test("a short delivery moves no coins, and two of the staff return the share that is missing", async () => {
  const ada = await world.payer();
  const before = await world.available(ada);
  const order = (await world.paid(ada, { phone: "+2348031234502", place: 1 })).data;
  await world.run();
  const short = await world.view(ada, order.id);
  assert.deepEqual([short.status, short.delivered, short.hasCase], ["mismatch", "500", true]);
  await world.assertBooks();
  const total = before - (await world.available(ada));
  await endByTwo(world, { userId: ada.id, order: order.id, decision: "share" });
  assert.equal((await world.view(ada, order.id)).status, "settled");
  assert.equal(before - (await world.available(ada)), total / 2n);
  await world.assertBooks();
});

test("an order that nobody answers about becomes a case, is not returned by itself, and two of the staff end it", async () => {
  const ada = await world.payer();
  const before = await world.available(ada);
  const order = (await world.paid(ada, { phone: "+2348031234505" })).data;
  await world.run();
  await world.moveOn(HOUR - 60_000);
  await world.runJob("watch-provider-orders");
  assert.equal((await world.view(ada, order.id)).hasCase, false);
  const [admin] = await staff();
  const early: StaffChange = { kind: "end_order", id: await nameOf(ada.id), order: order.id, decision: "return" };
  assert.equal(
    (await admin.client.call(changeByStaff, { body: { change: early, reason: "too early" } })).code,
    "staff.unchanged",
  );
  await world.moveOn(120_000);
  await world.runJob("watch-provider-orders");
  const open = await world.view(ada, order.id);
  assert.deepEqual([open.status, open.hasCase], ["submitted", true]);
  const { data } = await admin.client.call(listProviderOrders, { query: {} });
  const shown = data.orders.find(({ id }) => id === order.id);
  assert.deepEqual([shown?.caseReason, shown?.decisions], ["unknown", ["settle", "return"]]);
  await endByTwo(world, { userId: ada.id, order: order.id, decision: "return" });
  assert.equal((await world.view(ada, order.id)).endReason, "staff");
  assert.equal(await world.available(ada), before);
  await world.assertBooks();
});

test("halts, restrictions, limits and a fallen coin refuse before anything is charged", async () => {
  const ada = await world.payer(1_000_000_000n);
  const pay = async (wish = {}) => (await world.paid(ada, wish)).code;
  for (const name of ["top_up", "money_out", "coin_USDT", "ledger"] as const) {
    await world.db.tx((tx) => halt(tx, { name, reason: "a test" }));
    assert.equal(await pay(), name === "ledger" ? "LEDGER_ASYNC_MODE" : "ledger.halted", name);
    await world.db.tx((tx) => lift(tx, name));
  }
  const { data } = await world.quoted(ada);
  await world.owner.query("update rates set rate = rate / 2 where crypto = 'USDT' and fiat = 'USD'");
  assert.equal((await ada.client.call(createTopUp, { body: { quote_id: data.id } })).code, "order.price_moved");
  await world.owner.query("update rates set rate = rate * 2 where crypto = 'USDT' and fiat = 'USD'");
  await world.owner.query("insert into settings values ('top_up.user_usd_day', '1', null, market_now())");
  assert.equal(await pay({ place: 2 }), "order.user_limit");
  await world.owner.query("delete from settings where name like 'top_up.%'");
  await world.owner.query("insert into settings values ('top_up.number_usd_day', '1', null, market_now())");
  assert.equal(await pay({ place: 2 }), "top_up.number_limit");
  await world.owner.query(
    "update settings set name = 'top_up.provider_usd_day', value = '1' where name like 'top_up.%'",
  );
  assert.equal(await pay({ place: 2 }), "order.unavailable");
  await world.owner.query("delete from settings where name like 'top_up.%'");
  const poor = await world.payer(1n);
  assert.equal((await world.quoted(poor)).code, "ledger.insufficient_balance");
  const [admin] = await staff();
  const username = await nameOf(ada.id);
  const quote = (await world.quoted(ada)).data;
  const restricted = await admin.client.call(restrictUser, {
    body: {
      username,
      state: "restricted",
      reason_code: "payment_fraud",
      note: "We look at this account.",
      review_days: 14,
    },
  });
  assert.equal(restricted.code, "");
  assert.equal((await ada.client.call(createTopUp, { body: { quote_id: quote.id } })).code, "auth.restricted");
  assert.equal(await world.available(ada), 1_000_000_000n);
  await world.assertBooks();
});

test("a restricted account's quote is refused by the database", async () => {
  const ada = await world.payer();
  const { data } = await world.quoted(ada);
  await world.prove(ada.client.token, { kind: "order", id: data.id });
  const [admin] = await staff();
  const restricted = await admin.client.call(restrictUser, {
    body: {
      ...{ username: await nameOf(ada.id), state: "restricted", reason_code: "payment_fraud" },
      ...{ note: "We look at this account.", review_days: 14 },
    },
  });
  assert.equal(restricted.code, "");
  const { rows } = await world.owner.query(
    "select outcome from reserve_top_ups(array['anorderofmine1'], array[gen_random_uuid()], array[$1], array[$2::bigint], market_now())",
    [data.id, ada.id],
  );
  assert.equal(rows[0].outcome, "restricted");
});

/** The product of an operator of this kind. */
async function productOf({ client }: TestPerson, operatorId: string | null, isFit: (one: TopUpProduct) => boolean) {
  const query = { country: "NG", crypto_currency_code: "USDT" } as const;
  const { operators } = (await client.call(listTopUpOperators, { query })).data;
  const found = operators.find(({ id }) => id === operatorId)?.products.find(isFit);
  assert.ok(found);
  return found;
}

test("any sum within a range is priced by its part, and others are refused with the bounds", async () => {
  const ada = await world.payer();
  const { id, operatorId } = (await world.found(ada, "+2348031234550")).data;
  const range = await productOf(ada, operatorId, ({ least }) => least !== null);
  assert.deepEqual([range.least, range.amount], ["500", "10000"]);
  const quote = (amount?: string) =>
    ada.client.call(quoteTopUp, {
      body: { look_up_id: id, product_id: range.id, crypto_currency_code: "USDT", ...(amount ? { amount } : {}) },
    });
  for (const [amount, code] of [
    ["499.99", "top_up.amount"],
    ["10000.01", "top_up.amount"],
    ["1.2.3", "ERROR_INPUT_VALIDATION"],
    ["750.555", "money.too_many_digits"],
    [undefined, "money.malformed"],
  ] as const)
    assert.equal((await quote(amount)).code, code, amount ?? "none");
  const { data } = await quote("750.5");
  assert.deepEqual([data.amount, data.currencyCode, data.costUsd], ["750.5", "NGN", "0.52"]);
  const { data: order } = await ada.client.call(createTopUp, { body: { quote_id: data.id } });
  await world.run();
  const done = await world.view(ada, order.id);
  assert.deepEqual([done.status, done.delivered, done.isRange], ["settled", "750.5", true]);
  assert.equal((await quote("750.5")).code, "top_up.again");
  assert.equal((await quote("751")).code, "");
  await world.assertBooks();
});

test("a code is sealed, shown once for two minutes with its time, and tops a phone up once", async () => {
  const ada = await world.payer();
  const { id, operatorId } = (await world.found(ada, "+2348031234550")).data;
  const { id: product_id } = await productOf(ada, operatorId, ({ isPin }) => isPin);
  const { data: quote } = await ada.client.call(quoteTopUp, {
    body: { look_up_id: id, product_id, crypto_currency_code: "USDT" },
  });
  assert.equal(quote.isPin, true);
  const { data: order } = await ada.client.call(createTopUp, { body: { quote_id: quote.id } });
  const show = (person = ada) => person.client.call(showTopUpCode, { params: { id: order.id } });
  assert.equal((await show()).code, "top_up.no_code");
  await world.run();
  assert.deepEqual((await world.view(ada, order.id)).code, { seenAt: null, isShowable: true });
  assert.equal((await show(await world.payer())).code, "top_up.no_code");
  const [first, second] = await Promise.all([show(), show()]);
  assert.match(first.data.code, /^\d{4}-\d{4}-\d{4}-\d{4}$/);
  assert.deepEqual([second.data.code, second.data.seenAt], [first.data.code, first.data.seenAt]);
  const { rows } = await world.owner.query("select code_sealed from top_up_pins");
  assert.equal(
    rows.some(({ code_sealed }) => code_sealed.includes(first.data.code)),
    false,
  );
  const redeem = (code: string) => ada.client.call(redeemHousePin, { body: { code } });
  const phone = async () => (await ada.client.call(listHousePhones)).data[0];
  assert.deepEqual([(await phone())?.balance, (await phone())?.messages[0]?.kind], ["0", "pin_sent"]);
  assert.equal((await redeem("0000-0000-0000-0000")).code, "store.code_unknown");
  assert.deepEqual((await redeem(first.data.code.replaceAll("-", " "))).data, { amount: "2000", currencyCode: "NGN" });
  assert.equal((await redeem(first.data.code)).code, "store.code_used");
  assert.deepEqual([(await phone())?.balance, (await phone())?.messages[0]?.kind], ["2000", "pin_used"]);
  await world.moveOn(121_000);
  assert.equal((await show()).code, "gift_card.shown_before");
  await world.assertBooks();
});

test("another operator and the same top-up again are asked about once more", async () => {
  const ada = await world.payer();
  const lookUp = (await world.found(ada, "+2348031234550")).data;
  const query = { country: "NG", crypto_currency_code: "USDT" } as const;
  const { operators } = (await ada.client.call(listTopUpOperators, { query })).data;
  const other = operators.find(({ id }) => id !== lookUp.operatorId)?.products[0]?.id ?? "";
  const body = { look_up_id: lookUp.id, product_id: other, crypto_currency_code: "USDT" } as const;
  assert.equal((await ada.client.call(quoteTopUp, { body })).code, "top_up.other_operator");
  assert.equal((await ada.client.call(quoteTopUp, { body: { ...body, other_operator: true } })).code, "");
  assert.equal((await ada.client.call(quoteTopUp, { body: { ...body, product_id: "999999" } })).code, "top_up.unknown");
  await world.paid(ada);
  assert.equal((await world.quoted(ada)).code, "top_up.again");
  assert.equal((await world.quoted(ada, { isAgain: true })).code, "");
  const look = (phone: string) => ada.client.call(lookUpTopUpNumber, { body: { phone, country_iso: "NG" } });
  assert.equal((await look("+33612345678")).code, "top_up.country");
  assert.equal((await look("+2348031")).code, "phone.invalid");
  await world.owner.query("update top_up_lookups set user_id = $1", [ada.id]);
  for (let more = 0; more < 60; more++) await look("+2348031234550");
  assert.equal((await look("+2348031234550")).code, "top_up.look_ups");
});

test("when the operator's money at the provider ends, the rest is refused before it pays", async () => {
  const left = async (units: bigint) => {
    await world.owner.query("update ledger_accounts set balance_units = $1 where name = 'house:USD:inventory'", [
      units,
    ]);
  };
  const before = await world.balance("house:USD:inventory");
  const people = await Promise.all(Array.from({ length: 6 }, () => world.payer()));
  const quotes = [];
  for (const [place, person] of people.entries())
    quotes.push({ person, quote: (await world.quoted(person, { phone: `+23480312345${50 + place}` })).data });
  await left(35n * 4n);
  const answers = await Promise.all(
    quotes.map(({ person, quote }) => person.client.call(createTopUp, { body: { quote_id: quote.id } })),
  );
  assert.deepEqual(answers.map(({ code }) => code).sort(), ["", "", "", "", "order.unavailable", "order.unavailable"]);
  await left(before);
  await world.run();
  await world.assertBooks();
});

test("each day's statement matches the orders line by line, over a week", async () => {
  for (let day = 0; day < 7; day++) {
    const ada = await world.payer();
    await world.paid(ada);
    await world.run();
    await world.moveOn(24 * HOUR);
    await world.runJob("read-top-up-statements");
    await world.assertBooks();
  }
  const [admin] = await staff();
  const { data } = await admin.client.call(listProviderOrders, { query: { show: "ended" } });
  assert.deepEqual([data.unmatched.length, data.statements.every(({ isAccepted }) => isAccepted)], [0, true]);
});
