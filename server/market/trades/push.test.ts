// Guards: what the live channel says of a trade is what asking for it would answer, to each side and after every step.
import assert from "node:assert/strict";
import { test } from "node:test";
import { listMessages } from "#contract/market/trades/chat.ts";
import * as feedback from "#contract/market/trades/feedback.ts";
import type { LiveMessages, LiveType } from "#contract/platform/events.ts";
import * as calls from "#contract/market/trades/trade/trades.ts";
import * as wallet from "#contract/products/wallet/wallet.ts";
import { moveDeadlines } from "./moves/after-outage.ts";
import { aCase } from "../../testing/market/disputes.ts";
import { liveBodies } from "../../testing/kept-texts.ts";
import { aMarket, start, type TestPerson, testApp } from "../../testing/index.ts";

const app = await testApp({ config: { demo: true } });

/** The newest message of a type on a user's channel; undefined when there is none. */
async function newest<T extends LiveType>(
  person: Pick<TestPerson, "id">,
  type: T,
): Promise<LiveMessages[T] | undefined> {
  const messages = await liveBodies(app.owner, person.id);
  return messages.findLast((one) => one.type === type) as LiveMessages[T] | undefined;
}

async function assertSaysTheSame(people: readonly TestPerson[], id: string): Promise<void> {
  for (const person of people) {
    const said = await newest(person, "trade.changed");
    const view = (await person.client.call(calls.getTrade, { params: { id } })).data;
    assert.ok(said);
    const { serverNow: _, ...change } = said.change;
    for (const [name, value] of Object.entries(change)) assert.deepEqual(value, view[name as keyof typeof view], name);
    const list = (await person.client.call(calls.listActiveTrades)).data;
    assert.deepEqual(said.listed, list.find(({ tradeHash }) => tradeHash === id) ?? null);
    const { data: chat, meta } = await person.client.call(listMessages, { params: { id }, query: {} });
    assert.ok(said.lines.length > 0);
    assert.deepEqual(
      said.lines,
      chat.filter(({ id: line }) => said.lines.some((pushed) => pushed.id === line)),
    );
    assert.equal(said.blockReason, meta.blockReason);
    assert.equal(said.change.unreadMessages, meta.unread);
  }
}

async function assertWallet(person: TestPerson): Promise<void> {
  const said = await newest(person, "wallet.changed");
  assert.ok(said);
  assert.deepEqual(said.balances, (await person.client.call(wallet.getWalletBalances)).data);
  const history = (await person.client.call(wallet.listWalletTransactions)).data;
  assert.ok(said.lines.length > 0);
  for (const line of said.lines)
    assert.deepEqual(
      line,
      history.find(({ id }) => id === line.id),
    );
}

test("a change, the entry in the list and the balances are what each side would be answered", async () => {
  const market = await aMarket(app);
  const { buyer, seller } = market;
  const sides = [buyer, seller];
  const { tradeHash: id } = (await start(market)).data;
  const params = { id };
  await app.deliverEvents();
  await assertSaysTheSame(sides, id);
  await assertWallet(seller);
  for (const step of [calls.revealPaymentDetails, calls.markTradePaid]) {
    await buyer.client.call(step, { params });
    await app.deliverEvents();
    await assertSaysTheSame(sides, id);
  }
  await seller.client.call(calls.releaseTrade, { params });
  await app.deliverEvents();
  await assertSaysTheSame(sides, id);
  await assertWallet(buyer);
  await assertWallet(seller);
});

test("steps that are delivered together have a system message each, a stop of the platform moves the end of the window on both pages", async () => {
  const market = await aMarket(app);
  const { buyer, seller } = market;
  const { tradeHash: id } = (await start(market)).data;
  await buyer.client.call(calls.revealPaymentDetails, { params: { id } });
  await app.deliverEvents();
  await assertSaysTheSame([buyer, seller], id);
  assert.deepEqual(
    (await newest(seller, "trade.changed"))?.lines.map(({ systemKey }) => systemKey),
    ["trade_started", "details_shared"],
  );
  const before = (await newest(buyer, "trade.changed"))?.change.expiresAt?.timestamp ?? 0;
  await app.db.tx((tx) => moveDeadlines(tx, 90_500));
  await app.deliverEvents();
  await assertSaysTheSame([buyer, seller], id);
  const pushed = await newest(buyer, "trade.changed");
  assert.equal(pushed?.cause, "trade.outage");
  assert.ok(Number(pushed.change.expiresAt?.timestamp) - before >= 90);
  await seller.client.call(calls.cancelTrade, { params: { id } });
  await buyer.client.call(calls.cancelTrade, { params: { id } });
  await app.deliverEvents();
});

test("a moderator who joined gets each system message, and nothing that is sent to the sides only", async () => {
  const market = await aMarket(app);
  const { hash } = await aCase(market, 30n);
  const { rows } = await app.owner.query<{ user_id: bigint }>(
    "select user_id from chat_members where role = 'moderator'",
  );
  const moderator = { id: rows[0]?.user_id ?? 0n };
  await market.seller.client.call(calls.releaseTrade, { params: { id: hash } });
  await app.deliverEvents();
  const received = await newest(moderator, "chat.message");
  assert.equal(received?.message.systemKey, "trade_released");
  assert.equal(await newest(moderator, "trade.changed"), undefined);
  assert.notEqual((await newest(market.buyer, "chat.message"))?.message.systemKey, "trade_released");
});

test("what a round gave back is delivered also together with the next round", async () => {
  const market = await aMarket(app);
  const { buyer, seller } = market;
  const params = { id: (await start(market)).data.tradeHash };
  await app.deliverEvents();
  await buyer.client.call(calls.cancelTrade, { params });
  for (const side of [buyer, seller]) assert.equal((await side.client.call(calls.reopenTrade, { params })).code, "");
  await app.deliverEvents();
  await assertWallet(seller);
  const said = await newest(seller, "wallet.changed");
  const moved = said?.lines.filter(({ reference }) => reference === params.id).map(({ type }) => type);
  assert.deepEqual(moved?.toSorted(), ["trade_lock", "trade_lock", "trade_return"]);
});

test("what each got of a divided escrow is in the change, and in the wallets of both", async () => {
  const market = await aMarket(app);
  const { hash, share, decide } = await aCase(market, 30n);
  assert.equal((await decide({ winner: "seller", buyer_share_units: String(share) })).code, "");
  await app.deliverEvents();
  await assertSaysTheSame([market.buyer, market.seller], hash);
  assert.notEqual((await newest(market.buyer, "trade.changed"))?.change.division, null);
  for (const person of [market.buyer, market.seller]) {
    await assertWallet(person);
    const said = await newest(person, "wallet.changed");
    assert.ok(said?.lines.some(({ type }) => type === "trade_split"));
  }
});

test("payment details are in the buyer's message once they are revealed, and in the seller's always", async () => {
  const market = await aMarket(app);
  const { tradeHash: id } = (await start(market)).data;
  await app.deliverEvents();
  assert.equal((await newest(market.buyer, "trade.changed"))?.change.tradeDetails, null);
  assert.notEqual((await newest(market.seller, "trade.changed"))?.change.tradeDetails, null);
  await market.buyer.client.call(calls.revealPaymentDetails, { params: { id } });
  await app.deliverEvents();
  assert.notEqual((await newest(market.buyer, "trade.changed"))?.change.tradeDetails, null);
});

test("feedback and its reply come to both sides as each would see them", async () => {
  const market = await aMarket(app);
  const { buyer, seller } = market;
  const { tradeHash: id } = (await start(market)).data;
  const params = { id };
  await buyer.client.call(calls.revealPaymentDetails, { params });
  await buyer.client.call(calls.markTradePaid, { params });
  await seller.client.call(calls.releaseTrade, { params });
  await buyer.client.call(feedback.giveFeedback, { params, body: { rating: 1, message: "Fast and friendly" } });
  await seller.client.call(feedback.replyToFeedback, { params, body: { reply: "Thank you" } });
  await app.deliverEvents();
  for (const person of [buyer, seller]) {
    const said = await newest(person, "feedback.changed");
    assert.deepEqual(said?.items, (await person.client.call(feedback.listFeedback, { params, query: {} })).data.items);
    assert.equal(said?.items[0]?.reply, "Thank you");
  }
});
