// Guards: when nobody writes in a conversation, and what is said of why: each reason, read and answered to who tries.
import assert from "node:assert/strict";
import { test } from "node:test";
import { listMessages, postMessage } from "#contract/market/trades/chat.ts";
import { cancelTrade } from "#contract/market/trades/trade/trades.ts";
import { aMarket, aTrade, freshRates, signIn, type TestClient, testApp } from "../../testing/index.ts";

const app = await testApp();
const DAY = 24 * 3_600_000;

/** What is read of the conversation, and what trying to write in it answers. */
async function tried(client: TestClient, id: string): Promise<(string | null)[]> {
  const params = { id };
  const { meta } = await client.call(listMessages, { params, query: {} });
  const answer = await client.call(postMessage, { params, body: { text: "thank you" } });
  return [
    meta.blockReason,
    answer.code === ""
      ? null
      : String((answer.body as { context?: { reason?: string } }).context?.reason ?? answer.code),
  ];
}

test("after a success both write for seven days, and then it is over", async () => {
  await freshRates(app);
  const market = await aMarket(app);
  const id = await aTrade(market, "released");
  // A session of seven days ago has ended as well.
  const again = async ({ id: userId }: { id: bigint }) => app.client(await app.db.tx((tx) => signIn(tx, userId)));
  assert.deepEqual(await tried(market.buyer.client, id), [null, null]);
  await app.moveClock(7 * DAY - 60_000);
  assert.deepEqual(await tried(await again(market.seller), id), [null, null]);
  await app.moveClock(120_000);
  const over = "ChatNotAvailableAfterTradeCompleted";
  assert.deepEqual(await tried(await again(market.buyer), id), [over, over]);
  assert.deepEqual(await tried(await again(market.seller), id), [over, over]);
});

test("after a cancel nobody writes, unless somebody had said that they paid", async () => {
  await freshRates(app);
  const market = await aMarket(app);
  const unpaid = await aTrade(market);
  await market.buyer.client.call(cancelTrade, { params: { id: unpaid } });
  const closed = "ChatBlockedAfterTradeIsCanceled";
  assert.deepEqual(await tried(market.seller.client, unpaid), [closed, closed]);
  const paid = await aTrade(market, "paid");
  await market.buyer.client.call(cancelTrade, { params: { id: paid } });
  assert.deepEqual(await tried(market.seller.client, paid), [null, null]);
});

test("a restricted user reads and does not write", async () => {
  await freshRates(app);
  const market = await aMarket(app);
  const id = await aTrade(market);
  await app.owner.query(
    `insert into user_restrictions (user_id, state, reason_code, case_number, review_at, since)
     values ($1, 'frozen', 'security_review', 'CASE-TEST-CHAT', market_now() + interval '7 days', market_now())`,
    [market.buyer.id],
  );
  assert.deepEqual(await tried(market.buyer.client, id), ["ChatBlocked", "auth.restricted"]);
  assert.deepEqual(await tried(market.seller.client, id), [null, null]);
});
