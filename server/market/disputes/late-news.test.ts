// Guards: news of a trade's first end that come late close no case of the round after it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { decideDispute, openDispute, takeDispute } from "#contract/market/disputes/disputes.ts";
import * as calls from "#contract/market/trades/trade/trades.ts";
import { aMarket, aTrade, testApp } from "../../testing/index.ts";
import { aModerator } from "../../testing/market/disputes.ts";

const app = await testApp();
const market = await aMarket(app);

test("a trade that is disputed again can be decided, however late the news of its first end are", async () => {
  const { buyer, seller } = market;
  const params = { id: await aTrade(market, "paid") };
  await app.owner.query("update trades set dispute_wait_sec = 0 where hash = $1", [params.id]);
  const must = async (answer: Promise<{ code: string }>) => assert.equal((await answer).code, "");
  const dispute = () =>
    buyer.client.call(openDispute, {
      params,
      body: { dispute_reason_id: 12, dispute_reason_text: "I paid and nothing happens" },
    });
  await must(dispute());
  await must(buyer.client.call(calls.cancelTrade, { params }));
  await must(buyer.client.call(calls.reopenTrade, { params }));
  await must(seller.client.call(calls.reopenTrade, { params }));
  await must(dispute());
  await app.deliverEvents();
  const moderator = await aModerator(market);
  await must(moderator.call(takeDispute, { params, body: { reason: "next in the queue" } }));
  const body = { winner: "buyer", reason_code: "payment_proven", note: "seen the receipt" } as const;
  await must(moderator.call(decideDispute, { params, body }));
  await app.deliverEvents();
  const { rows } = await app.owner.query("select round, outcome from disputes where trade_hash = $1 order by round", [
    params.id,
  ]);
  assert.deepEqual(rows, [
    { round: 1, outcome: "settled" },
    { round: 2, outcome: "buyer" },
  ]);
});
