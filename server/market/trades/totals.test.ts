// Guards: totals are of completed trades that fit the filters, for each side what it bought or sold; and a trade names its offer to the side that can take it again.
import assert from "node:assert/strict";
import { test } from "node:test";
import { getHistoryTotals } from "#contract/market/trades/history-totals.ts";
import { cancelTrade, listTrades, releaseTrade } from "#contract/market/trades/trade/trades.ts";
import { aMarket, aTrade, testApp } from "../../testing/index.ts";
import { openDisputeAndTake } from "../../testing/market/disputes.ts";

const app = await testApp();

test("a released trade is in the totals of both sides, a canceled one in neither", async () => {
  const market = await aMarket(app);
  const released = await aTrade(market, "paid");
  await market.seller.client.call(releaseTrade, { params: { id: released } });
  const cancelled = await aTrade(market, "paid");
  await market.buyer.client.call(cancelTrade, { params: { id: cancelled } });
  const [bought, sold] = await Promise.all(
    [market.buyer, market.seller].map(async ({ client }) => (await client.call(getHistoryTotals, {})).data),
  );
  assert.deepEqual([bought?.sums.length, sold?.sums.length, bought?.isWhole], [1, 1, true]);
  const [mine, theirs] = [bought?.sums[0], sold?.sums[0]];
  assert.deepEqual([mine?.role, mine?.trades, mine?.fee], ["buyer", 1, "0"]);
  assert.deepEqual([theirs?.role, theirs?.trades, theirs?.cryptoAmount], ["seller", 1, mine?.cryptoAmount]);
  assert.notEqual(theirs?.fee, "0");
  const { client } = market.seller;
  const none = await client.call(getHistoryTotals, { query: { role: "buyer" } });
  assert.deepEqual(none.data.sums, []);
  const { rows } = await app.owner.query("select username from users where id = $1", [market.buyer.id]);
  const withBuyer = await client.call(getHistoryTotals, { query: { partner: rows[0].username } });
  assert.deepEqual(withBuyer.data, sold);
  assert.deepEqual((await client.call(getHistoryTotals, { query: { partner: "nobody_here" } })).data.sums, []);
});

test("a divided trade counts for both sides with the part that went to the buyer, even if the seller won", async () => {
  const market = await aMarket(app);
  const hash = await openDisputeAndTake(market, { winner: "seller", shareUnits: 10_000n });
  const { rows } = await app.owner.query(
    "select units::text, fee_units::text, round(10000 * price::numeric / 100000000, fiat_digits)::text as fiat from trades where hash = $1",
    [hash],
  );
  const [trade] = rows as [{ units: string; fee_units: string; fiat: string }];
  const sums = async ({ client }: { client: typeof market.buyer.client }) =>
    (await client.call(getHistoryTotals, {})).data.sums;
  const [[bought], [sold]] = [await sums(market.buyer), await sums(market.seller)];
  assert.deepEqual([bought?.cryptoAmount, bought?.trades, bought?.fee], ["0.0001", 1, "0"]);
  assert.deepEqual([sold?.cryptoAmount, sold?.fiatAmount], [bought?.cryptoAmount, bought?.fiatAmount]);
  assert.equal(bought?.fiatAmount, trade.fiat);
  const due = Math.ceil((Number(trade.fee_units) * 10_000) / Number(trade.units));
  assert.equal(Math.round(Number(sold?.fee) * 1e8), due);
});

test("only the side that did not make the offer may trade again, while it is active", async () => {
  const market = await aMarket(app);
  await aTrade(market, "paid");
  const offerSeenBy = async ({ client }: { client: typeof market.buyer.client }) =>
    (await client.call(listTrades, { query: {} })).data[0]?.offer;
  assert.deepEqual([await offerSeenBy(market.buyer), await offerSeenBy(market.seller)], [market.offer, null]);
  await app.owner.query("update offers set is_on = false where hash = $1", [market.offer]);
  assert.equal(await offerSeenBy(market.buyer), null);
});
