// Guards: lite trades: the buyer sees how to pay at once, pays and is done; an offer says in which flow its trades run.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createOffer, updateOffer } from "#contract/market/offers/my/offers.ts";
import type { HISTORY_STATUSES } from "#contract/market/trades/trade/statuses.ts";
import * as calls from "#contract/market/trades/trade/trades.ts";
import { aMarket, aPerson, freshRates, giveLevel, offerBody, start, testApp } from "../../testing/index.ts";

const app = await testApp();

test("a lite trade: the details at once, paid, released", async () => {
  const market = await aMarket(app, { flow_type: "lite" });
  const { data: trade } = await start(market);
  assert.deepEqual(
    [trade.flow.type, trade.tradeDetails, trade.next.key],
    ["lite", "Bank details follow in the chat.", "pay"],
  );
  assert.ok(!trade.actions.some(({ name }) => name === "reveal_details"));
  const asks = { params: { id: trade.tradeHash } };
  const wrong = await market.buyer.client.call(calls.revealPaymentDetails, asks);
  assert.deepEqual([wrong.status, wrong.code], [409, "trade.wrong_status"]);
  assert.equal((await market.buyer.client.call(calls.markTradePaid, asks)).data.status, "paid");
  assert.equal((await market.seller.client.call(calls.releaseTrade, { ...asks, body: {} })).data.status, "released");
});

test("either side of a lite trade goes on in the default flow until it is paid", async () => {
  const market = await aMarket(app, { flow_type: "lite" });
  for (const side of ["buyer", "seller"] as const) {
    const asks = { params: { id: (await start(market)).data.tradeHash } };
    const left = await market[side].client.call(calls.fallbackTrade, asks);
    assert.deepEqual([left.code, left.data.flow.type, left.data.next.key], ["", "default", "reveal"], side);
    assert.equal((await market.buyer.client.call(calls.revealPaymentDetails, asks)).code, "");
    assert.equal((await market.buyer.client.call(calls.markTradePaid, asks)).data.status, "paid");
  }
  const asks = { params: { id: (await start(market)).data.tradeHash } };
  await market.buyer.client.call(calls.markTradePaid, asks);
  assert.equal((await market.seller.client.call(calls.fallbackTrade, asks)).code, "trade.wrong_status");
});

test("nobody sees how to pay before the coins are there", async () => {
  const market = await aMarket(app, { flow_type: "lite", offer_type: "buy" });
  const poor = await aPerson(app);
  const { data: trade } = await start({ ...market, seller: poor }, { by: "seller" });
  const asks = { params: { id: trade.tradeHash } };
  const seen = await market.buyer.client.call(calls.getTrade, asks);
  assert.deepEqual([seen.data.status, seen.data.tradeDetails], ["not_funded", null]);
});

test("an offer takes a flow in which its trades can run, and no other is dropped in silence", async () => {
  await freshRates(app);
  const person = await aPerson(app, { units: 100_000_000n });
  await giveLevel(app, person.id, 4);
  const create = (changes: Parameters<typeof offerBody>[0]) =>
    person.client.call(createOffer, { body: offerBody(changes) });
  for (const [flow_type, payment_method] of [
    ["bt-auto", "skrill"],
    ["bt-auto", "other-bank-transfer"],
    ["bt-auto", "domestic-wire-transfer"],
    ["gcc-auto", "other-bank-transfer"],
  ] as const) {
    const { status, code, body } = await create({ flow_type, payment_method });
    assert.deepEqual([status, code], [422, "offer.flow_unsupported"]);
    assert.match(JSON.stringify(body), /flow_type/);
  }
  const unknown = await create({ flow_type: "quick" as "lite" });
  assert.deepEqual([unknown.status, unknown.code], [422, "ERROR_INPUT_VALIDATION"]);
  const lite = await create({ flow_type: "lite" });
  assert.equal(lite.data.flowType, "lite");
  const card = await create({ flow_type: "gcc-auto", payment_method: "amazon-gift-card" });
  assert.equal(card.data.flowType, "gcc-auto");
  const bank = offerBody({ flow_type: "gcc-auto" });
  const moved = await person.client.call(updateOffer, { params: { id: card.data.idHashed }, body: bank });
  assert.equal(moved.code, "offer.flow_unsupported");
});

test("a list takes every status, also those that no trade has", async () => {
  const market = await aMarket(app);
  await start(market);
  const many = async (status: (typeof HISTORY_STATUSES)[number]) =>
    (await market.buyer.client.call(calls.listTrades, { query: { status } })).data.length;
  assert.deepEqual(
    [await many("active_funded"), await many("pending"), await many("cancelled"), await many("gcc_code_shared")],
    [1, 0, 0, 0],
  );
});
