// Guards: money that comes for a purchase buys coins once, for the right payer, sum and time; all other money is held and goes back whole.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  answerHousePrompt,
  cancelOnRamp,
  chooseOnRamp,
  listHouseBank,
  openOnRamp,
  payHouseBank,
  quoteRamp,
} from "#contract/products/ramps/ramps.ts";
import { unitsFromDisplay } from "#contract/money/money.ts";
import { listProviderOrders } from "#contract/products/providers/orders.ts";
import { halt, lift } from "../../money/ledger/index.ts";
import { endByTwo } from "../../testing/market/end-by-two.ts";
import { aKenyanWallet, aRampQuote, PAYER, rampWorld } from "../../testing/market/ramps.ts";
import { aNamedUser } from "../../testing/people/restrictions.ts";
import { useSealingSecret } from "../../platform/sealed.ts";
import { sealAnew } from "./seal-anew.ts";
import { openRampLine } from "./sealed-ramp.ts";

const world = await rampWorld();
const MINUTE = 60_000;
const usdt = (text: string) => unitsFromDisplay(text, 6);

test("coins are bought by bank transfer: priced, promised, paid, given; each step is a journal", async () => {
  const ada = await world.user();
  const before = await world.available(ada);
  const stock = await world.balance("house:USDT:inventory");
  const quote = (await aRampQuote(ada)).data;
  assert.deepEqual([quote.direction, quote.currencyCode, quote.simulated], ["buy", "NGN", true]);
  assert.match(quote.amount, /^30000\.\d{1,2}$/, "no other open order asks for this sum");
  const order = await world.opened(ada);
  assert.deepEqual([order.state, order.instructions?.bankName], ["waiting", "Bank of Parley"]);
  assert.match(order.instructions?.words ?? "", /^PAR-[A-Z0-9]{6}$/);
  assert.ok((await world.balance("house:USDT:promised")) > 0n);
  await world.assertBooks();
  assert.equal(await world.pay(ada, order), "paid");
  const done = await world.view(ada, order.id);
  assert.deepEqual([done.state, done.endReason, done.givenCoins], ["done", "delivered", order.coins]);
  assert.equal((await world.available(ada)) - before, usdt(order.coins));
  assert.equal(await world.balance("house:USDT:promised"), 0n);
  assert.equal(stock - (await world.balance("house:USDT:inventory")), usdt(order.coins) + usdt(order.fee));
  await world.assertBooks();
  assert.equal(await world.pay(ada, order), "stray", "a second transfer belongs to no order");
  assert.equal((await world.available(ada)) - before, usdt(order.coins));
  const stranger = await world.user();
  assert.equal((await stranger.client.call(cancelOnRamp, { params: { id: order.id } })).code, "order.unknown");
});

test("the sum is found from coins as well", async () => {
  const ada = await world.user();
  const { data } = await aRampQuote(ada, { coins: "20" });
  assert.ok(Number(data.coins) >= 20 && Number(data.coins) < 20.1, data.coins);
  assert.equal((await aRampQuote(ada, { coins: "0.000001" })).code, "ramp.least");
});

test("a quote is taken once and in time", async () => {
  const ada = await world.user();
  const { data } = await aRampQuote(ada);
  const open = (id = data.id) => ada.client.call(openOnRamp, { body: { quote_id: id } });
  const answers = await Promise.all([open(), open(), open()]);
  assert.deepEqual(answers.map(({ code }) => code).sort(), ["", "wallet.quote_taken", "wallet.quote_taken"]);
  const late = (await aRampQuote(ada)).data;
  await world.moveOn(61_000);
  assert.equal((await open(late.id)).code, "wallet.quote_expired");
  const moved = (await aRampQuote(ada)).data;
  await world.priceBy(1.05);
  assert.equal((await open(moved.id)).code, "order.price_moved");
  await world.priceBy(1);
  assert.equal((await open("unknownquote12")).code, "wallet.quote_unknown");
});

test("another sum is held, and what goes back is what came", async () => {
  const ada = await world.user();
  const before = await world.available(ada);
  const promised = await world.balance("house:USDT:promised");
  const order = await world.opened(ada);
  await world.pay(ada, order, { amount: "29999" });
  const held = await world.view(ada, order.id);
  assert.deepEqual([held.state, held.heldFor, held.received?.amount], ["held", "amount", "29999"]);
  assert.ok((await world.balance("house:USD:refunds")) > 0n);
  assert.equal(await world.balance("house:USDT:promised"), promised);
  await world.assertBooks();
  const choose = (body: { choice: "take" | "refund"; least_coins?: string }) =>
    ada.client.call(chooseOnRamp, { params: { id: order.id }, body });
  assert.equal((await choose({ choice: "take", least_coins: "1" })).code, "ramp.over", "only late money can be taken");
  assert.equal((await choose({ choice: "refund" })).data.state, "refunding");
  assert.equal((await choose({ choice: "refund" })).code, "ramp.over");
  await world.run();
  const back = await world.view(ada, order.id);
  assert.deepEqual([back.state, back.endReason], ["returned", "refunded"]);
  assert.equal(await world.balance("house:USD:refunds"), 0n);
  assert.equal(await world.available(ada), before);
  await world.assertBooks();
});

test("money in another name is held, and two of the staff take it with the names beside each other", async () => {
  const ada = await world.user();
  const before = await world.available(ada);
  const order = await world.opened(ada);
  await world.pay(ada, order, { name: "Charles Babbage" });
  const held = await world.view(ada, order.id);
  assert.deepEqual([held.state, held.heldFor, held.received?.payerName], ["held", "name", "Charles Babbage"]);
  const admin = await aNamedUser(world, "admin");
  const shown = (await admin.client.call(listProviderOrders, { query: {} })).data.orders.find(
    ({ id }) => id === order.id,
  );
  assert.deepEqual([shown?.caseReason, shown?.decisions], ["name", ["settle", "return"]]);
  assert.deepEqual([shown?.payerName, shown?.userName], ["Charles Babbage", PAYER]);
  await endByTwo(world, { userId: ada.id, order: order.id, decision: "settle" });
  assert.equal((await world.view(ada, order.id)).endReason, "staff");
  assert.equal((await world.available(ada)) - before, usdt(order.coins));
  await world.assertBooks();
});

test("a payer with a close name gets nothing by that, and nothing goes back by itself: staff see both names and decide", async () => {
  const ada = await world.user();
  const before = await world.available(ada);
  for (const name of ["A Byron", "Ada Bryon", "Adah Byron"]) {
    const order = await world.opened(ada);
    await world.pay(ada, order, { name });
    await world.run();
    const held = await world.view(ada, order.id);
    assert.deepEqual([held.state, held.heldFor, held.received?.isNameClose], ["held", "name", true], name);
    assert.equal(await world.available(ada), before);
    const admin = await aNamedUser(world, "admin");
    const { orders } = (await admin.client.call(listProviderOrders, { query: {} })).data;
    const shown = orders.find(({ id }) => id === order.id);
    assert.deepEqual([shown?.payerName, shown?.isNameClose, shown?.decisions], [name, true, ["settle", "return"]]);
    await endByTwo(world, { userId: ada.id, order: order.id, decision: "return" });
    await world.run();
  }
  await world.assertBooks();
});

test("a payer in other letters, another order and with a middle name is the user", async () => {
  const ada = await world.user();
  const order = await world.opened(ada);
  await world.pay(ada, order, { name: "BYRON ADA AUGUSTA" });
  assert.equal((await world.view(ada, order.id)).state, "done");
});

test("staff send held money back", async () => {
  const ada = await world.user();
  const order = await world.opened(ada);
  await world.pay(ada, order, { name: "Charles Babbage" });
  await endByTwo(world, { userId: ada.id, order: order.id, decision: "return" });
  assert.equal((await world.view(ada, order.id)).state, "refunding");
  await world.run();
  assert.equal((await world.view(ada, order.id)).endReason, "refunded");
  await world.assertBooks();
});

test("late money buys at the price of its arrival where that is not worse by a hundredth", async () => {
  const ada = await world.user();
  const before = await world.available(ada);
  const order = await world.opened(ada);
  await world.priceBy(1.005);
  await world.pay(ada, order, { isLate: true });
  const done = await world.view(ada, order.id);
  assert.equal(done.state, "done");
  const got = (await world.available(ada)) - before;
  assert.ok(got < usdt(order.coins) && got * 100n >= usdt(order.coins) * 99n, `${got}`);
  await world.priceBy(1);
  await world.assertBooks();
});

test("where the price is worse by eight hundredths, the user takes the new coins or the money back", async () => {
  for (const choice of ["take", "refund"] as const) {
    const ada = await world.user();
    const before = await world.available(ada);
    const order = await world.opened(ada);
    await world.priceBy(1.08);
    await world.pay(ada, order, { isLate: true });
    const held = await world.view(ada, order.id);
    assert.deepEqual([held.state, held.heldFor], ["held", "late"]);
    assert.ok(held.newCoins !== null && Number(held.newCoins) < Number(order.coins));
    const act = (least: string) =>
      ada.client.call(chooseOnRamp, { params: { id: order.id }, body: { choice, least_coins: least } });
    if (choice === "take") assert.equal((await act(order.coins)).code, "order.price_moved");
    assert.equal((await act(held.newCoins)).code, "");
    await world.run();
    const done = await world.view(ada, order.id);
    assert.equal(done.endReason, choice === "take" ? "chosen" : "refunded");
    assert.equal((await world.available(ada)) - before, choice === "take" ? usdt(held.newCoins) : 0n);
    await world.priceBy(1);
    await world.assertBooks();
  }
});

test("an order that nobody pays frees its coins after the window, is over after three days, and late money is still found", async () => {
  const ada = await world.user();
  const order = await world.opened(ada);
  await world.moveOn(29 * MINUTE);
  assert.equal((await world.view(ada, order.id)).state, "waiting");
  await world.moveOn(10 * MINUTE);
  assert.equal((await world.view(ada, order.id)).state, "expired");
  assert.equal(await world.balance("house:USDT:promised"), 0n);
  await world.moveOn(73 * 60 * MINUTE);
  assert.equal((await world.view(ada, order.id)).endReason, "expired");
  await world.assertBooks();
  await world.priceBy(1.08);
  await world.pay(ada, order);
  assert.deepEqual([(await world.view(ada, order.id)).heldFor], ["late"]);
  await world.priceBy(1);
  await world.assertBooks();
});

test("a purchase that is cancelled frees its coins, and what comes all the same is late", async () => {
  const ada = await world.user();
  const order = await world.opened(ada);
  const cancel = () => ada.client.call(cancelOnRamp, { params: { id: order.id } });
  assert.equal((await cancel()).data.state, "cancelled");
  assert.equal((await cancel()).code, "ramp.over");
  assert.equal(await world.balance("house:USDT:promised"), 0n);
  await world.moveOn(1000);
  await world.pay(ada, order);
  assert.equal((await world.view(ada, order.id)).state, "done", "at the price of now");
  await world.assertBooks();
});

test("mobile money is approved, declined or left on the handset; who cancels meanwhile waits for its end", async () => {
  const ada = await world.user();
  const account = await aKenyanWallet(ada);
  const wish = { rail: "mobile_money", country: "KE", amount: "2000", account } as const;
  const answer = (id: string, is_approved: boolean) =>
    ada.client.call(answerHousePrompt, { params: { id }, body: { is_approved, payer_name: PAYER } });
  const approved = await world.opened(ada, wish);
  assert.deepEqual([approved.state, approved.instructions, approved.party?.masked], ["waiting", null, "•••• 5678"]);
  assert.equal((await answer(approved.id, true)).data.outcome, "paid");
  await world.run();
  assert.equal((await world.view(ada, approved.id)).state, "done");
  assert.equal((await answer(approved.id, true)).code, "ramp.over");
  const declined = await world.opened(ada, wish);
  assert.equal((await answer(declined.id, false)).data.outcome, "declined");
  await world.run();
  assert.equal((await world.view(ada, declined.id)).endReason, "declined");
  const left = await world.opened(ada, wish);
  assert.equal((await ada.client.call(cancelOnRamp, { params: { id: left.id } })).data.state, "waiting");
  await world.moveOn(3 * MINUTE);
  assert.equal((await world.view(ada, left.id)).endReason, "expired");
  assert.equal((await ada.client.call(listHouseBank)).data.length, 3);
  await world.assertBooks();
});

test("halts, limits, hours and sums refuse before anybody pays", async () => {
  const ada = await world.user();
  const open = async (wish = {}) => {
    const quote = await aRampQuote(ada, wish);
    return quote.code || (await ada.client.call(openOnRamp, { body: { quote_id: quote.data.id } })).code;
  };
  for (const name of ["on_ramp", "coin_USDT", "ledger"] as const) {
    await world.db.tx((tx) => halt(tx, { name, reason: "a test" }));
    assert.equal(await open(), name === "ledger" ? "LEDGER_ASYNC_MODE" : "ledger.halted", name);
    await world.db.tx((tx) => lift(tx, name));
  }
  assert.equal(await open({ amount: "500" }), "ramp.least");
  assert.equal(await open({ amount: "9000000" }), "ramp.most");
  assert.equal(await open({ amount: "1.234" }), "money.too_many_digits");
  await world.owner.query("update ramp_corridors set opens_at = 0, closes_at = 1 where country = 'NG'");
  const minute = world.db.marketNow().getUTCHours() * 60 + world.db.marketNow().getUTCMinutes();
  if (minute > 0) assert.equal(await open(), "ramp.closed");
  await world.runJob("read-ramp-corridors");
  await world.owner.query("update ramp_corridors set per_usd = per_usd * 1.3 where country = 'NG'");
  assert.equal(await open(), "rates.stale", "the provider's price is far from the market's");
  await world.runJob("read-ramp-corridors");
  await world.owner.query("insert into settings values ('ramp.user_usd_day', '1', null, market_now())");
  assert.equal(await open(), "order.user_limit");
  await world.owner.query("update settings set name = 'ramp.provider_usd_day' where name = 'ramp.user_usd_day'");
  assert.equal(await open(), "order.unavailable");
  await world.owner.query("delete from settings where name like 'ramp.%'");
  for (let number = 0; number < 3; number++) assert.equal(await open(), "");
  assert.equal(await open(), "ramp.many");
  const unknown = { corridor_id: "999999", crypto_currency_code: "USDT", amount: "1" } as const;
  assert.equal((await ada.client.call(quoteRamp, { body: unknown })).code, "ramp.unknown");
  const body = { words: "", currency_code: "CHF", amount: "1", payer_name: "x" };
  assert.equal((await ada.client.call(payHouseBank, { body })).code, "ramp.unknown");
});

test("without coins of the operator a purchase is refused before anybody pays", async () => {
  const ada = await world.user();
  const { data } = await aRampQuote(ada);
  await world.owner.query(
    "update ledger_accounts set balance_units = balance_units - 99e9 where name = 'house:USDT:inventory'",
  );
  const left = await world.balance("house:USDT:inventory");
  await world.owner.query("update ledger_accounts set balance_units = 5 where name = 'house:USDT:inventory'");
  assert.equal((await ada.client.call(openOnRamp, { body: { quote_id: data.id } })).code, "order.unavailable");
  await world.owner.query("update ledger_accounts set balance_units = $1 where name = 'house:USDT:inventory'", [
    left + 99_000_000_000n,
  ]);
  await world.assertBooks();
});

test("the archive has the wallet and the name of the payer, and an account that is closed keeps neither", async () => {
  const ada = await world.user();
  const account = await aKenyanWallet(ada, "+254 712 345679");
  const order = await world.opened(ada, { rail: "mobile_money", country: "KE", amount: "2000", account });
  const body = { is_approved: true, payer_name: "Charles Babbage" };
  await ada.client.call(answerHousePrompt, { params: { id: order.id }, body });
  await world.run();
  const { rows } = await world.owner.query("select line from own_data_ramps($1, 0, 10)", [ada.id]);
  const line = JSON.parse(openRampLine(rows[0].line));
  assert.deepEqual([line.order, line.account.masked, line.payerName], [order.id, "•••• 5679", "Charles Babbage"]);
  const obstacles = await world.owner.query("select code from providers_closing_obstacles($1)", [ada.id]);
  assert.deepEqual(obstacles.rows, [{ code: "orders" }], "money that is held keeps the account open");
  const [secret, sealing] = [new Uint8Array(32).fill(9), { version: 2, before: world.config.secret }];
  try {
    assert.match(await sealAnew(world.ownerPorts.db, { secret, sealing }), /^sealed [1-9]\d* purchases and sales/);
    assert.match(await sealAnew(world.ownerPorts.db, { secret, sealing }), /^sealed 0 purchases and sales/);
    useSealingSecret(secret, { version: 2 });
    const anew = await world.owner.query("select line from own_data_ramps($1, 0, 10)", [ada.id]);
    assert.equal(JSON.parse(openRampLine(anew.rows[0].line)).payerName, "Charles Babbage");
  } finally {
    await sealAnew(world.ownerPorts.db, { secret: world.config.secret, sealing: { version: 3, before: secret } });
  }
  await world.owner.query("select erase_user_from_ramps($1)", [ada.id]);
  const erased = await world.view(ada, order.id);
  assert.deepEqual([erased.party, erased.received?.payerName], [null, null]);
});
