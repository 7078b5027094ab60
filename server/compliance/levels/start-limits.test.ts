// Guards: the four kinds of limits that keep a trade from starting are said before it, each with its sum and code, and
// the start is then refused with that code.
import assert from "node:assert/strict";
import { test } from "node:test";
import { getTradeLimits } from "#contract/compliance/levels.ts";
import { setOfferCap } from "#contract/market/offers/my/offers.ts";
import { getOffer, OFFER_FLAGS } from "#contract/market/offers/offers.ts";
import { aMarket, aPerson, giveLevel, start, type TestMarket, testApp } from "../../testing/index.ts";

const app = await testApp({ poolSize: 12 });

const limitsOf = async ({ buyer, offer }: TestMarket) =>
  (await buyer.client.call(getTradeLimits, { params: { id: offer } })).data.limits;
const offerOf = async ({ buyer, offer }: TestMarket) =>
  (await buyer.client.call(getOffer, { params: { id: offer } })).data;
const maxTradesFlag = OFFER_FLAGS.indexOf("max_trades_limit");

test("each kind of limit is said with its sum, the tightest first, and a larger start is refused with its code", async () => {
  const market = await aMarket(app, { range_max: "5000", new_buyer_max_fiat_limit: "600" });
  await giveLevel(app, market.buyer.id, 1);
  const [first, ...others] = await limitsOf(market);
  assert.deepEqual(first, { kind: "NewBuyerTradeLimit", code: "offer.new_buyer_limit", max: "600", isFirm: true });
  assert.deepEqual(others, [
    { kind: "KycTradeLimit", code: "max_per_trade_limit", max: "700.00", isFirm: true },
    { kind: "TradeLimit", code: "trade.amount_out_of_range", max: "5000", isFirm: true },
  ]);
  assert.equal((await start(market, { fiat: "600.01" })).code, first.code);
  assert.equal((await start(market, { fiat: "5000.01" })).code, "trade.amount_out_of_range");
});

test("a trade in cash above the sum requires a verified identity and address of the user who starts it", async () => {
  const market = await aMarket(app, { payment_method: "cash-by-mail", range_min: "20", range_max: "5000" });
  await giveLevel(app, market.buyer.id, 2);
  assert.deepEqual((await limitsOf(market))[0], {
    kind: "KycTradeLimit",
    code: "offer.id_and_address",
    max: "50.00",
    isFirm: true,
  });
  assert.deepEqual([(await offerOf(market)).startRefusals, (await offerOf(market)).addressNeededAboveUsd], [[], "50"]);
  const typed = await market.buyer.client.call(getOffer, {
    params: { id: market.offer },
    query: { "fiat-min": "50.01" },
  });
  assert.deepEqual(
    typed.data.startRefusals.map(({ code, max }) => [code, max]),
    [["offer.id_and_address", "50.00"]],
  );
  const refused = await start(market, { fiat: "50.01" });
  assert.deepEqual([refused.status, refused.code], [422, "offer.id_and_address"]);
  assert.match(JSON.stringify(refused.body), /Above 50\.00 USD/);
  assert.equal((await start(market, { fiat: "50" })).code, "");
  await giveLevel(app, market.buyer.id, 2.5);
  assert.equal((await start(market, { fiat: "50.01" })).code, "");
  await giveLevel(app, market.seller.id, 2);
  assert.equal((await start(market, { fiat: "60" })).code, "", "its owner may have less");
});

test("an offer in cash whose least amount is above the sum says why it is not started", async () => {
  const market = await aMarket(app, { payment_method: "cash-by-mail", range_min: "100", range_max: "5000" });
  await giveLevel(app, market.buyer.id, 2);
  const [refusal] = (await offerOf(market)).startRefusals;
  assert.deepEqual([refusal?.code, refusal?.max], ["offer.id_and_address", "50.00"]);
  assert.match(refusal?.message ?? "", /Above 50\.00 USD/);
  await giveLevel(app, market.buyer.id, 2.5);
  assert.deepEqual((await offerOf(market)).startRefusals, []);
});

test("what the seller's balance covers is a limit, and one cent more is refused", async () => {
  const market = await aMarket(app, { range_max: "200000" });
  const low = (await limitsOf(market)).find(({ kind }) => kind === "LowBalance");
  assert.equal(low?.code, "trade.low_balance");
  const above = (Number(low.max) + 0.01).toFixed(2);
  assert.equal((await start(market, { fiat: above })).code, "trade.low_balance");
});

test("the sum that the balance of a seller covers is shown on an offer to buy, and a trade for a cent more waits for coins", async () => {
  const market = await aMarket(app, { offer_type: "buy", range_max: "200000" });
  const asSeller = { ...market, buyer: market.seller };
  const low = (await limitsOf(asSeller)).find(({ kind }) => kind === "LowBalance");
  assert.equal(low?.isFirm, false);
  assert.deepEqual((await offerOf(asSeller)).startRefusals, []);
  const above = (Number(low.max) + 0.01).toFixed(2);
  assert.equal((await start(market, { fiat: above, by: "seller" })).data.status, "not_funded");
  assert.equal((await start(market, { fiat: low.max, by: "seller" })).data.status, "active_funded");
});

test("a seller whose coins cover less than the least amount reads what they cover, and not zero", async () => {
  const market = await aMarket(app, { offer_type: "buy", range_min: "150000", range_max: "200000" });
  const low = (await limitsOf({ ...market, buyer: market.seller })).find(({ kind }) => kind === "LowBalance");
  assert.equal(low?.isFirm, false);
  assert.ok(Number(low.max) > 0 && Number(low.max) < 150_000, low.max);
});

test("what is left of a cap is the offer's limit", async () => {
  const market = await aMarket(app, { range_max: "5000" });
  const params = { id: market.offer };
  await market.seller.client.call(setOfferCap, { params, body: { offer_cap: { amount: "300", active: true } } });
  assert.deepEqual(
    (await limitsOf(market)).map(({ kind, code, max }) => [kind, code, max]),
    [["TradeLimit", "offer.cap_used", "300"]],
  );
  assert.equal((await start(market, { fiat: "301" })).code, "offer.cap_used");
});

test("flag 1 is up, and the offer says why not, as soon as the third start would be refused", async () => {
  const market = await aMarket(app);
  await giveLevel(app, market.buyer.id, 1);
  const seen = async () => {
    const { flags, startRefusals } = await offerOf(market);
    return [flags.includes(maxTradesFlag), startRefusals.map(({ code, kind }) => [code, kind])];
  };
  assert.equal((await start(market)).status, 200);
  assert.deepEqual(await seen(), [false, []]);
  assert.equal((await start(market)).status, 200);
  assert.deepEqual(await seen(), [true, [["max_2_active_trades_id_not_verified", "KycTradeLimit"]]]);
  assert.deepEqual((await limitsOf(market))[0], {
    kind: "KycTradeLimit",
    code: "max_2_active_trades_id_not_verified",
    max: "0.00",
    isFirm: true,
  });
  assert.equal((await start(market)).code, "max_2_active_trades_id_not_verified");
});

test("an offer whose least is above what the reader's level leaves says so before anything is typed", async () => {
  const market = await aMarket(app, { range_min: "500", range_max: "5000" });
  await giveLevel(app, market.buyer.id, 1);
  assert.deepEqual((await offerOf(market)).startRefusals, []);
  assert.equal((await start(market, { fiat: "500" })).status, 200);
  const { startRefusals, flags } = await offerOf(market);
  assert.deepEqual(
    startRefusals.map(({ code, kind }) => [code, kind]),
    [["max_per_trade_limit", "KycTradeLimit"]],
  );
  assert.equal(flags.includes(maxTradesFlag), false);
  assert.equal((await start(market, { fiat: "500" })).code, "max_per_trade_limit");
  const other = await aPerson(app);
  await giveLevel(app, other.id, 1);
  assert.deepEqual((await offerOf({ ...market, buyer: other })).startRefusals, [], "another's is their own");
});

test("an owner's limit that leaves less than the offer takes is among the reasons, with what it leaves; a start says the same", async () => {
  const market = await aMarket(app, { range_min: "400", range_max: "5000" });
  await giveLevel(app, market.seller.id, 1);
  assert.deepEqual((await offerOf(market)).startRefusals, []);
  assert.equal((await start(market, { fiat: "500" })).status, 200);
  const other = { ...market, buyer: await aPerson(app) };
  await giveLevel(app, other.buyer.id, 4);
  const { startRefusals } = await offerOf(other);
  assert.deepEqual(
    startRefusals.map(({ code, kind, max }) => [code, kind, max]),
    [["trade.owner_limit", "TradeLimit", "200.00"]],
  );
  assert.match(startRefusals[0]?.message ?? "", /currently allows 200\.00 USD/);
  const refused = await start(other, { fiat: "400" });
  assert.equal(refused.code, "trade.owner_limit");
  assert.match(JSON.stringify(refused.body), /currently allows 200\.00 USD/);
});

test("an amount outside the limits is refused with the limits, at the field that was sent", async () => {
  const market = await aMarket(app, { range_min: "20", range_max: "1000" });
  const answer = await start(market, { fiat: "1000.5" });
  assert.equal(answer.code, "trade.amount_out_of_range");
  assert.match(JSON.stringify(answer.body), /fiat_amount.*from 20 to 1000 USD/);
});
