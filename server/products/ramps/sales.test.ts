// Guards: a sale takes a user's coins once and pays to an account of theirs; coins go back on a definite answer alone, and what comes back later has a way.
import assert from "node:assert/strict";
import { test } from "node:test";
import { unitsFromDisplay } from "#contract/money/money.ts";
import { listProviderOrders } from "#contract/products/providers/orders.ts";
import { createOffRamp, listRampOrders, sendBackFromHouse } from "#contract/products/ramps/ramps.ts";
import { deleteBankAccount, updateBankAccount } from "#contract/market/trades/payment/accounts.ts";
import { restrictUser } from "#contract/compliance/restrictions.ts";
import { getFiat } from "../../reference/catalog/index.ts";
import { halt, lift } from "../../money/ledger/index.ts";
import { endByTwo } from "../../testing/market/end-by-two.ts";
import { RIGHT_ACCOUNTS } from "../../testing/market/payment-accounts.ts";
import { aKenyanWallet, aRampQuote, clabeThatEnds, rampWorld } from "../../testing/market/ramps.ts";
import { aNamedUser } from "../../testing/people/restrictions.ts";

const world = await rampWorld();
const HOUR = 3_600_000;
const usdt = (text: string) => unitsFromDisplay(text, 6);
const inMexico = { direction: "sell", country: "MX", amount: "1500" } as const;

test("coins are sold to a bank account of one's own: priced, reserved, paid out; each step is a journal", async () => {
  const ada = await world.user();
  const account = await world.account(ada);
  const before = await world.available(ada);
  const quote = (await aRampQuote(ada, { ...inMexico, account })).data;
  assert.deepEqual([quote.amount, quote.party?.holderName, quote.simulated], ["1500", "Ada Byron", true]);
  const body = { quote_id: quote.id };
  const act = () => ada.client.call(createOffRamp, { body });
  assert.equal((await ada.client.call(createOffRamp, { body, proves: false })).code, "auth.password_proof");
  const order = (await act()).data;
  assert.deepEqual([order.state, order.coins], ["paying", quote.coins]);
  assert.equal(await world.balance(`user:${ada.id}:USDT:ordered`), usdt(quote.coins));
  assert.equal((await act()).code, "wallet.quote_taken");
  await world.run();
  const done = await world.view(ada, order.id);
  assert.deepEqual([done.state, done.endReason], ["done", "delivered"]);
  assert.equal(before - (await world.available(ada)), usdt(quote.coins));
  assert.equal(await world.balance("house:USDT:fees_ramp"), usdt(quote.fee));
  assert.equal((await ada.client.call(listRampOrders, { query: { direction: "sell" } })).data[0]?.id, order.id);
  assert.equal((await ada.client.call(listRampOrders, { query: { direction: "buy" } })).data.length, 0);
  await world.assertBooks();
});

test("all coins are sold, and no more than there are", async () => {
  const ada = await world.user(30_000_000n);
  const account = await world.account(ada);
  const all = (await aRampQuote(ada, { direction: "sell", country: "MX", coins: "30", account })).data;
  assert.ok(Number(all.coins) <= 30 && Number(all.coins) > 29.9, all.coins);
  assert.equal(
    (await aRampQuote(ada, { direction: "sell", country: "MX", coins: "31", account })).code,
    "ledger.insufficient_balance",
  );
});

test("mobile money is paid to a wallet that the corridor reaches", async () => {
  const ada = await world.user();
  const account = await aKenyanWallet(ada);
  const order = (await world.sold(ada, { country: "KE", rail: "mobile_money", amount: "1500", account })).data;
  await world.run();
  assert.equal((await world.view(ada, order.id)).state, "done");
  assert.equal((await aRampQuote(ada, { ...inMexico, account })).code, "ramp.account");
  const other = await world.account(ada, "27", "Charles Babbage");
  assert.equal((await aRampQuote(ada, { ...inMexico, account: other })).code, "ramp.not_own");
});

test("after a lost answer the same reference is asked for: one payout and one charge", async () => {
  const ada = await world.user();
  const order = (await world.sold(ada, { account: await world.account(ada, "01") })).data;
  await world.run();
  assert.equal((await world.view(ada, order.id)).state, "unclear");
  assert.ok((await world.balance(`user:${ada.id}:USDT:ordered`)) > 0n, "nothing is returned meanwhile");
  await world.moveOn(5000);
  assert.equal((await world.view(ada, order.id)).state, "done");
  const { rows } = await world.owner.query("select count(*)::int as made from house_bank_lines where reference = $1", [
    order.reference,
  ]);
  assert.equal(rows[0].made, 1);
  await world.assertBooks();
});

test("what the bank refuses comes back whole, and what it never answers waits for two of the staff", async () => {
  const ada = await world.user();
  const before = await world.available(ada);
  const refused = (await world.sold(ada, { account: await world.account(ada, "03") })).data;
  await world.run();
  assert.deepEqual([(await world.view(ada, refused.id)).endReason, await world.available(ada)], ["number", before]);
  const silent = (await world.sold(ada, { account: await world.account(ada, "05") })).data;
  await world.run();
  await world.moveOn(HOUR + 60_000);
  await world.runJob("watch-provider-orders");
  assert.deepEqual(
    [(await world.view(ada, silent.id)).state, (await world.view(ada, silent.id)).hasCase],
    ["paying", true],
  );
  await endByTwo(world, { userId: ada.id, order: silent.id, decision: "return" });
  assert.equal(await world.available(ada), before);
  await world.assertBooks();
});

test("a payout that comes back after all credits nobody, and two of the staff give the coins of its money", async () => {
  const ada = await world.user();
  const before = await world.available(ada);
  const order = (await world.sold(ada, { account: await world.account(ada) })).data;
  await world.run();
  const after = await world.available(ada);
  const send = () => ada.client.call(sendBackFromHouse, { params: { id: order.id } });
  assert.equal((await send()).data.outcome, "came_back");
  assert.equal((await send()).code, "ramp.over");
  await world.run();
  const back = await world.view(ada, order.id);
  assert.deepEqual([back.state, back.hasCase, await world.available(ada)], ["came_back", true, after]);
  await world.assertBooks();
  await world.moveOn(24 * HOUR);
  await world.runJob("read-ramp-statements");
  await world.assertBooks();
  const admin = await aNamedUser(world, "admin");
  const shown = (await admin.client.call(listProviderOrders, { query: {} })).data.orders.find(
    ({ id }) => id === order.id,
  );
  assert.deepEqual([shown?.caseReason, shown?.decisions], ["came_back", ["return"]]);
  await endByTwo(world, { userId: ada.id, order: order.id, decision: "return" });
  assert.equal((await world.view(ada, order.id)).endReason, "came_back");
  const returned = (await world.available(ada)) - after;
  assert.ok(returned > 0n && returned <= before - after - usdt(order.fee), `${returned}`);
  await world.assertBooks();
});

test("halts, restrictions, a new account and one that changed refuse before coins leave", async () => {
  const ada = await world.user();
  const account = await world.account(ada, "43");
  const sell = async (wish = {}) => {
    const quote = await aRampQuote(ada, { ...inMexico, account, ...wish });
    return quote.code || (await ada.client.call(createOffRamp, { body: { quote_id: quote.data.id } })).code;
  };
  for (const name of ["off_ramp", "money_out", "coin_USDT", "ledger"] as const) {
    await world.db.tx((tx) => halt(tx, { name, reason: "a test" }));
    assert.equal(await sell(), name === "ledger" ? "LEDGER_ASYNC_MODE" : "ledger.halted", name);
    await world.db.tx((tx) => lift(tx, name));
  }
  const change = (clabe: string) =>
    ada.client.call(updateBankAccount, {
      params: { id: account },
      body: { ...RIGHT_ACCOUNTS.MX, clabe, fiat_currency_id: getFiat("MXN").id },
    });
  const quote = (await aRampQuote(ada, { ...inMexico, account })).data;
  assert.equal((await change(clabeThatEnds("51"))).code, "");
  const old = () => ada.client.call(createOffRamp, { body: { quote_id: quote.id } });
  assert.equal((await old()).code, "ramp.account_changed");
  assert.equal(await sell({ amount: "5000" }), "ramp.new_account");
  assert.equal(await sell({ amount: "1000" }), "");
  assert.equal((await change(clabeThatEnds("43"))).code, "bank_account.in_use");
  assert.equal((await ada.client.call(deleteBankAccount, { params: { id: account } })).code, "bank_account.in_use");
  await world.run();
  assert.equal((await ada.client.call(deleteBankAccount, { params: { id: account } })).code, "");
  const other = await world.account(ada, "67");
  const wish = (await aRampQuote(ada, { ...inMexico, account: other })).data;
  const [admin, { rows }] = [
    await aNamedUser(world, "admin"),
    await world.owner.query("select username from users where id = $1", [ada.id]),
  ];
  const restricted = await admin.client.call(restrictUser, {
    body: {
      ...{ username: rows[0].username, state: "restricted", reason_code: "payment_fraud" },
      ...{ note: "We look at this account.", review_days: 14 },
    },
  });
  assert.equal(restricted.code, "");
  assert.equal((await ada.client.call(createOffRamp, { body: { quote_id: wish.id } })).code, "auth.restricted");
  await world.assertBooks();
});

test("each day's statement matches purchases and sales line by line, over a week, and shows a transfer that nobody waits for", async () => {
  for (let day = 0; day < 7; day++) {
    const ada = await world.user();
    await world.sold(ada, { account: await world.account(ada) });
    const [paid, refunded] = [await world.opened(ada), await world.opened(ada)];
    await world.pay(ada, paid);
    await world.pay(ada, refunded, { name: "Charles Babbage" });
    await endByTwo(world, { userId: ada.id, order: refunded.id, decision: "return" });
    await world.run();
    if (day === 3) assert.equal(await world.pay(ada, paid), "stray");
    await world.moveOn(24 * HOUR);
    await world.runJob("read-ramp-statements");
    await world.assertBooks();
  }
  const admin = await aNamedUser(world, "admin");
  const { data } = await admin.client.call(listProviderOrders, { query: { show: "ended" } });
  assert.deepEqual([data.unmatched.length, data.statements.every(({ isAccepted }) => isAccepted)], [1, true]);
});
