// Guards: gift cards are paid once and whole, their codes are seen once, what was not delivered comes back, and a card of the house is owed until it is redeemed.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  changeStoreCard,
  createStoreOrder,
  getStaffStore,
  getStoreOrder,
  getStoreProduct,
  listStoreCards,
  listStoreOrders,
  listStoreProducts,
  moveStoreCard,
  quoteStoreOrder,
  redeemHouseCard,
  reportStoreCard,
  showStoreCode,
} from "#contract/products/store/gift-card-store.ts";
import { addGiftCard, deleteGiftCard, listGiftCards } from "#contract/market/trades/gift-cards.ts";
import * as cardTrades from "#contract/market/trades/card-trades.ts";
import { listProviderOrders } from "#contract/products/providers/orders.ts";
import type { StaffChange } from "#contract/staff/changes.ts";
import { changeByStaff } from "#contract/staff/staff.ts";
import { halt, lift } from "../../money/ledger/index.ts";
import { aMarket, giveHistory, start } from "../../testing/index.ts";
import { endByTwo } from "../../testing/market/end-by-two.ts";
import { giveCoins } from "../../testing/market/offers.ts";
import { storeWorld } from "../../testing/market/store.ts";
import { aNamedUser } from "../../testing/people/restrictions.ts";

const world = await storeWorld();
const MARKET = ["Parley Market", "25", 1] as const;
const TESTS = "Test Shop";
const asks = (id: string | undefined) => ({ params: { id: id ?? "" } });

test("a cart of two lines is priced, paid once and delivered, and its codes are sealed", async () => {
  const ada = await world.payer();
  const before = await world.available(ada);
  const wished = [["Parley Market", "25", 2] as const, ["Northwind Games", "10", 1] as const];
  const { data: quote } = await world.quoted(ada, wished);
  assert.deepEqual([quote.lines.length, quote.costUsd, quote.simulated], [2, "60", true]);
  const body = { quote_id: quote.id };
  const pay = () => ada.client.call(createStoreOrder, { body });
  assert.equal((await ada.client.call(createStoreOrder, { body, proves: false })).code, "auth.password_proof");
  assert.equal(await world.available(ada), before, "nothing is reserved without a proof");
  const answers = await Promise.all([pay(), pay(), pay()]);
  assert.deepEqual(answers.map(({ code }) => code).sort(), ["", "wallet.quote_taken", "wallet.quote_taken"]);
  await world.run();
  const [order] = (await ada.client.call(listStoreOrders)).data;
  assert.deepEqual(
    order?.lines.map(({ status, delivered, returned }) => [status, delivered, returned]),
    [
      ["settled", 2, "0"],
      ["settled", 1, "0"],
    ],
  );
  assert.deepEqual([order?.isOver, order?.total, order?.cards.length], [true, quote.total, 3]);
  assert.equal(await world.balance("house:USD:cards_issued"), 6000n);
  assert.equal(await world.balance(`user:${ada.id}:USDT:ordered`), 0n);
  const { rows } = await world.owner.query("select code_sealed from store_codes");
  assert.ok(rows.every(({ code_sealed }) => !String(code_sealed).includes("PM")));
  const other = await world.payer();
  assert.equal((await other.client.call(getStoreOrder, asks(order?.id))).code, "order.unknown");
  assert.deepEqual((await other.client.call(listStoreCards)).data, []);
  await world.assertBooks();
});

test("a code is seen once with a written time, again for two minutes from two tabs, and redeemed once", async () => {
  const ada = await world.payer();
  // What a redeemed card pays comes from what the operator was paid.
  await world.bought(await world.payer(), [MARKET]);
  const [card] = (await world.bought(ada, [MARKET])).cards;
  const look = () => ada.client.call(showStoreCode, asks(card?.id));
  const [one, two] = await Promise.all([look(), look()]);
  assert.deepEqual([one.data.code, one.data.seenAt], [two.data.code, two.data.seenAt]);
  await world.moveOn(119_000);
  assert.equal((await look()).data.seenAt, one.data.seenAt);
  await world.moveOn(2000);
  assert.equal((await look()).code, "gift_card.shown_before");
  const other = await world.payer(1n);
  assert.equal((await other.client.call(showStoreCode, asks(card?.id))).code, "store.card_unknown");
  const redeem = (code: string) => other.client.call(redeemHouseCard, { body: { code } });
  assert.equal((await redeem("PMNOBODYHASTHIS2")).code, "store.code_unknown");
  const credited = await redeem(one.data.code.toLowerCase());
  assert.deepEqual([credited.code, credited.data.amount, credited.data.currencyCode], ["", "25.00", "USD"]);
  assert.ok((await world.available(other)) > 20_000_000n);
  assert.equal((await redeem(one.data.code)).code, "store.code_used");
  await world.assertBooks();
});

test("its owner marks a card, notes words on it, and can report it once within the days", async () => {
  const ada = await world.payer();
  const [card, late] = (await world.bought(ada, [["Parley Market", "25", 2]])).cards;
  const marked = await ada.client.call(changeStoreCard, {
    ...asks(card?.id),
    body: { is_used: true, note: "for Eve" },
  });
  assert.deepEqual([marked.data.usedAt !== null, marked.data.note], [true, "for Eve"]);
  const report = (id = card?.id) =>
    ada.client.call(reportStoreCard, { ...asks(id), body: { report: "The shop says it is not valid." } });
  assert.equal((await report()).code, "store.code_unseen");
  for (const one of [card, late]) await ada.client.call(showStoreCode, asks(one?.id));
  assert.equal((await report()).data.report?.status, "open");
  assert.equal((await report()).code, "store.reported_before");
  await world.owner.query("update store_codes set first_seen_at = first_seen_at - interval '15 days' where hash = $1", [
    late?.id,
  ]);
  assert.equal((await report(late?.id)).code, "store.report_late");
  const other = await world.payer();
  const change = await other.client.call(changeStoreCard, { ...asks(card?.id), body: { is_used: true, note: "" } });
  assert.equal(change.code, "store.card_unknown");
});

async function nameOf(id: bigint): Promise<string> {
  return (await world.owner.query("select username from users where id = $1", [id])).rows[0].username;
}

test("a code that was seen is refunded by two of the staff alone, and no card of it is owed or sold any more", async () => {
  const ada = await world.payer();
  const order = await world.bought(ada, [["Parley Market", "25", 2]]);
  const before = await world.available(ada);
  const [bad, good] = order.cards;
  const codes = [];
  for (const one of [bad, good]) {
    codes.push((await ada.client.call(showStoreCode, asks(one?.id))).data.code);
    await ada.client.call(reportStoreCard, { ...asks(one?.id), body: { report: "The shop says it is not valid." } });
  }
  await ada.client.call(redeemHouseCard, { body: { code: codes[1] ?? "" } });
  const admin = await aNamedUser(world, "admin");
  const { reports, brands } = (await admin.client.call(getStaffStore)).data;
  assert.deepEqual(
    [bad, good].map((one) => reports.find(({ id }) => id === one?.id)?.redeemedAt !== null),
    [false, true],
  );
  assert.ok(brands.some(({ brand, reported }) => brand === "Parley Market" && reported > 0));
  const id = await nameOf(ada.id);
  const redeemed: StaffChange = { kind: "end_order", id, order: good?.id ?? "", decision: "refund" };
  await world.prove(admin.client.token, redeemed);
  const asked = await admin.client.call(changeByStaff, {
    body: { change: redeemed, reason: "it was used" },
    proves: false,
  });
  assert.notEqual(asked.code, "", "what was redeemed was good");
  const paidBack = await world.available(ada);
  await endByTwo(world, { userId: ada.id, order: bad?.id ?? "", decision: "refund" });
  assert.ok((await world.available(ada)) - paidBack > 25_000_000n);
  await endByTwo(world, { userId: ada.id, order: good?.id ?? "", decision: "keep" });
  const cards = (await ada.client.call(listStoreCards)).data;
  assert.deepEqual(
    [bad, good].map((one) => cards.find(({ id: other }) => other === one?.id)?.report?.status),
    ["refunded", "refused"],
  );
  assert.equal((await ada.client.call(redeemHouseCard, { body: { code: codes[0] ?? "" } })).code, "store.code_unknown");
  const again = {
    payment_method: "other-gift-cards",
    kind: "e-card",
    fiat_currency_code: "USD",
    fiat_amount: "25",
  } as const;
  const added = await ada.client.call(addGiftCard, { body: { ...again, code: codes[0] ?? "" } });
  assert.equal(added.code, "gift_card.duplicate");
  assert.ok(before < paidBack);
  await world.assertBooks();
});

test("a code of the demo with a PIN is worth nothing without it", async () => {
  const ada = await world.payer();
  const { data: order } = await world.paid(ada, [["Cine Nopal", "200", 1, "MXN"]]);
  await world.run();
  const [card] = (await world.view(ada, order.id)).cards;
  assert.equal(card?.mayGoToVault, false);
  const { data } = await ada.client.call(showStoreCode, { params: { id: card?.id ?? "" } });
  assert.match(data.pin ?? "", /^\d{4}$/);
  const redeem = (pin?: string) =>
    ada.client.call(redeemHouseCard, { body: { code: data.code, ...(pin === undefined ? {} : { pin }) } });
  for (const wrong of [undefined, "", "12", data.pin === "0000" ? "0001" : "0000"])
    assert.equal((await redeem(wrong)).code, "store.pin_wrong");
  assert.equal((await redeem(data.pin ?? "")).code, "");
  assert.equal((await redeem(data.pin ?? "")).code, "store.code_used");
  await world.assertBooks();
});

test("a bought code goes unseen into the vault, pays in a trade that says so, and the seller redeems it", async () => {
  const market = await aMarket(world, { payment_method: "other-gift-cards", flow_type: "gcc-auto" });
  const { buyer, seller } = market;
  await giveHistory(world, [buyer.id]);
  await world.db.tx((tx) => giveCoins(tx, buyer.id, "USDT", 300_000_000n));
  const [card, seen] = (await world.bought(buyer, [["Parley Market", "100", 2]])).cards;
  const { data: kept, code: refused } = await buyer.client.call(moveStoreCard, asks(card?.id));
  assert.deepEqual([refused, kept.isBoughtHere, kept.fiatAmount], ["", true, "100.00"]);
  assert.equal((await buyer.client.call(moveStoreCard, asks(card?.id))).code, "store.in_vault");
  assert.equal((await buyer.client.call(showStoreCode, asks(card?.id))).code, "store.in_vault");
  await buyer.client.call(showStoreCode, asks(seen?.id));
  assert.equal((await buyer.client.call(moveStoreCard, asks(seen?.id))).code, "store.code_seen");
  const { data: trade, code } = await start(market);
  assert.equal(code, "");
  const params = { id: trade.tradeHash };
  const shared = await buyer.client.call(cardTrades.shareGiftCard, { params, body: { gift_card: kept.id } });
  assert.equal(shared.data.giftCard?.isBoughtHere, true, shared.code);
  await seller.client.call(cardTrades.acceptGiftCard, { params });
  await buyer.client.call(cardTrades.shareGiftCardCode, { params });
  const revealed = await seller.client.call(cardTrades.revealGiftCardCode, { params });
  assert.equal((await seller.client.call(redeemHouseCard, { body: { code: revealed.data.code } })).code, "");
  assert.equal((await buyer.client.call(showStoreCode, asks(card?.id))).code, "store.in_vault");
  await world.assertBooks();
});

test("what is taken out of the vault can be looked at, and is no longer said to be unseen", async () => {
  const ada = await world.payer();
  const [card] = (await world.bought(ada, [MARKET])).cards;
  const takenBy = (method: number | null) =>
    world.owner.query("update store_products set method_id = $1 where code = 'market-us'", [method]);
  await takenBy(null);
  assert.equal((await ada.client.call(moveStoreCard, asks(card?.id))).code, "store.vault_unfit");
  await takenBy(630);
  const kept = (await ada.client.call(moveStoreCard, asks(card?.id))).data;
  await ada.client.call(deleteGiftCard, asks(kept.id));
  const { code } = (await ada.client.call(showStoreCode, asks(card?.id))).data;
  const body = {
    payment_method: "other-gift-cards",
    kind: "e-card",
    fiat_currency_code: "USD",
    fiat_amount: "25",
    code,
  } as const;
  const bob = await world.payer();
  assert.equal((await bob.client.call(addGiftCard, { body })).code, "gift_card.duplicate", "it is another's");
  assert.equal((await ada.client.call(addGiftCard, { body })).data.isBoughtHere, false);
  assert.equal((await ada.client.call(listGiftCards)).data[0]?.isBoughtHere, false);
});

test("a part that was charged as a part is delivered, and the rest comes back on one receipt", async () => {
  const ada = await world.payer();
  const before = await world.available(ada);
  const order = await world.bought(ada, [[TESTS, "2", 5]]);
  const [line] = order.lines;
  assert.deepEqual([line?.status, line?.delivered, order.cards.length], ["settled", 3, 3]);
  const spent = before - (await world.available(ada));
  assert.ok(spent * 5n <= (await world.available(ada)) * 5n);
  assert.equal(Math.round(Number(line?.returned) * 100), Math.round(Number(line?.total) * 40));
  await world.assertBooks();
});

test("an answer that was lost is asked for: one purchase, and its codes", async () => {
  const ada = await world.payer();
  const { data } = await world.paid(ada, [[TESTS, "1", 2]]);
  await world.run();
  assert.equal((await world.view(ada, data.id)).lines[0]?.status, "unknown");
  await world.moveOn(5000);
  const order = await world.view(ada, data.id);
  assert.deepEqual([order.lines[0]?.status, order.cards.length], ["settled", 2]);
  const { rows } = await world.owner.query("select count(*)::int as made from house_cards where reference = $1", [
    order.lines[0]?.reference,
  ]);
  assert.equal(rows[0].made, 2);
});

test("one of two lines is refused by the provider: its coins come back whole", async () => {
  const ada = await world.payer();
  const order = await world.bought(ada, [[TESTS, "3", 1], MARKET]);
  assert.deepEqual(
    order.lines.map(({ status, endReason, returned, total }) => [status, endReason, returned === total]),
    [
      ["returned", "stock", true],
      ["settled", "delivered", false],
    ],
  );
  await world.assertBooks();
});

test("a code that was sold before is not given twice: a case, a pause, and the missing share by two of the staff", async () => {
  const ada = await world.payer();
  const before = await world.available(ada);
  const { data } = await world.paid(ada, [[TESTS, "5", 2]]);
  await world.run();
  const short = await world.view(ada, data.id);
  assert.deepEqual([short.lines[0]?.status, short.cards.length], ["mismatch", 0], "nothing is shown meanwhile");
  const admin = await aNamedUser(world, "admin");
  const { orders, circuits } = (await admin.client.call(listProviderOrders, { query: { show: "cases" } })).data;
  const found = orders.find(({ id }) => id === short.lines[0]?.id);
  assert.deepEqual([found?.caseReason, found?.decisions], ["repeated", ["share", "return"]]);
  assert.ok(
    circuits.some(({ product, countryIso, pausedUntil }) => product === "store" && countryIso === "GB" && pausedUntil),
  );
  const bob = await world.payer();
  assert.equal((await world.paid(bob, [[TESTS, "1", 1]])).code, "order.paused");
  await endByTwo(world, { userId: ada.id, order: found?.id ?? "", decision: "share" });
  const done = await world.view(ada, data.id);
  assert.deepEqual([done.lines[0]?.status, done.lines[0]?.delivered, done.cards.length], ["settled", 1, 1]);
  assert.ok(before - (await world.available(ada)) < 6_000_000n);
  await world.moveOn(3_700_000);
  assert.equal((await world.paid(bob, [[TESTS, "2", 1]])).code, "");
  await world.run();
  await world.assertBooks();
});

test("a changed price or stock, an old quote, a halt and a limit end before anything is charged", async () => {
  const ada = await world.payer(900_000_000n);
  const before = await world.available(ada);
  const pay = async (id: string) => (await ada.client.call(createStoreOrder, { body: { quote_id: id } })).code;
  const { data: dear } = await world.quoted(ada, [MARKET, ["Northwind Games", "10", 1]]);
  await world.owner.query(
    "update store_products set costs = array(select 1 + one from unnest(costs) as one) where code = 'games-us'",
  );
  assert.equal(await pay(dear.id), "store.changed");
  const { data: gone } = await world.quoted(ada, [MARKET]);
  await world.owner.query("update store_products set is_in_stock = false where code = 'market-us'");
  assert.equal(await pay(gone.id), "store.changed");
  await world.runJob("read-store-catalog");
  const { data: old } = await world.quoted(ada, [MARKET]);
  await world.moveOn(121_000);
  assert.equal(await pay(old.id), "wallet.quote_expired");
  assert.equal(await pay("nosuchquote123"), "wallet.quote_unknown");
  const { data: halted } = await world.quoted(ada, [MARKET]);
  await world.db.tx((tx) => halt(tx, { name: "store", reason: "a test" }));
  assert.equal(await pay(halted.id), "ledger.halted");
  await world.db.tx((tx) => lift(tx, "store"));
  const { data: much } = await world.quoted(ada, [["Parley Market", "100", 6]]);
  assert.equal(await pay(much.id), "order.user_limit");
  assert.equal(await world.available(ada), before);
  const { rows } = await world.owner.query("select count(*)::int as made from provider_orders where user_id = $1", [
    ada.id,
  ]);
  assert.equal(rows[0].made, 0, "no line of a refused order stays");
  await world.assertBooks();
});

test("what is not sold, not of this value, or out of stock has no price", async () => {
  const ada = await world.payer();
  const quote = (lines: { product_id: string; amount: string; quantity: number }[]) =>
    ada.client.call(quoteStoreOrder, { body: { lines, crypto_currency_code: "USDT" } });
  const [line] = await world.lines(ada, [MARKET]);
  assert.ok(line);
  assert.equal((await quote([{ ...line, product_id: "999999" }])).code, "store.unknown");
  assert.equal((await quote([{ ...line, amount: "26" }])).code, "store.amount");
  assert.equal((await quote([{ ...line, amount: "25.001" }])).code, "money.too_many_digits");
  const [out] = await world.lines(ada, [["Harbor Stream", "15", 1]]);
  assert.ok(out);
  assert.equal((await quote([out])).code, "store.stock");
  const [range] = await world.lines(ada, [["Parley Market", "7.50", 1, "EUR"]]);
  assert.ok(range);
  assert.equal((await quote([range])).data.costUsd, "8.63");
  assert.equal((await quote([{ ...range, amount: "4.99" }])).code, "store.amount");
  const poor = await world.payer(1_000_000n);
  assert.equal((await world.quoted(poor, [MARKET])).code, "ledger.insufficient_balance");
  const shown = await ada.client.call(getStoreProduct, { params: { id: line.product_id }, query: {} });
  assert.deepEqual([shown.data.product.brand, shown.data.product.countryIso], ["Parley Market", "US"]);
  assert.ok(shown.data.limit);
  assert.equal((await ada.client.call(getStoreProduct, { params: { id: "999999" }, query: {} })).code, "store.unknown");
  const games = await ada.client.call(listStoreProducts, { query: { category: "games", country: "ES" } });
  assert.deepEqual(
    games.data.products.map(({ brand }) => brand),
    ["Northwind Games"],
  );
});
