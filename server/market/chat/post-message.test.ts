// Guards: the author of a message gets it back, and both sides read messages in their order.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { listMessages, markMessagesRead, postMessage } from "#contract/market/trades/chat.ts";
import { giveFeedback, replyToFeedback } from "#contract/market/trades/feedback.ts";
import { aMarket, aTrade, testApp } from "../../testing/index.ts";
import { untilWaiting } from "../../testing/waiting.ts";

const app = await testApp();
const market = await aMarket(app);

test("each message is answered as both sides read it", async () => {
  const params = { id: await aTrade(market) };
  const said: string[] = [];
  for (const text of ["first", "second", "third"]) {
    const answer = await market.buyer.client.call(postMessage, { params, body: { text } });
    assert.deepEqual([answer.data.text, answer.data.isMine], [text, true]);
    said.push(answer.data.id);
  }
  assert.equal(new Set(said).size, 3);
  const { data } = await market.seller.client.call(listMessages, { params, query: {} });
  const ids = data.map(({ id }) => id);
  assert.deepEqual(
    ids.filter((id) => said.includes(id)),
    said,
  );
});

/** The calls begin while these rows are locked, and end after what is written meanwhile. */
async function whileLocked<T>(
  lock: string,
  tradeId: string,
  during: (write: (text: string) => Promise<string>) => Promise<T>,
) {
  const client = await app.db.connect();
  const write = async (text: string) => String((await client.query(text, [tradeId])).rows[0]?.id);
  try {
    await client.query("begin");
    await client.query(lock, [tradeId]);
    const done = await during(write);
    await client.query("commit");
    return done;
  } finally {
    await client.end();
  }
}

const idOf = async (hash: string) =>
  String((await app.owner.query("select id from trades where hash = $1", [hash])).rows[0].id);

test("a message that waited for a step has a later number, so who has read the step's line has it as unread", async () => {
  const params = { id: await aTrade(market) };
  const { posting, line } = await whileLocked(
    "select from trades where id = $1 for update",
    await idOf(params.id),
    async (write) => {
      const posting = market.buyer.client.call(postMessage, { params, body: { text: "on its way" } });
      await untilWaiting(app.owner, 1);
      const line = await write(
        "insert into chat_messages (trade_id, type, system_key, at) values ($1, 'system', 'moderator_joined', market_now()) returning id",
      );
      return { posting, line };
    },
  );
  assert.equal((await posting).code, "");
  const read = await market.seller.client.call(markMessagesRead, { params, body: { message_id: line } });
  assert.equal(read.data.unread, 1);
});

test("of two messages at once the one with the lower number is there first", async () => {
  const params = { id: await aTrade(market) };
  const post = (person: typeof market.buyer, text: string) =>
    person.client.call(postMessage, { params, body: { text } });
  await post(market.buyer, "so that what they have read is kept");
  const delivered: string[] = [];
  const posting = await whileLocked(
    "select from chat_members where trade_id = $1 for update",
    await idOf(params.id),
    async () => {
      const first = post(market.buyer, "first").then(({ data }) => data.id);
      await untilWaiting(app.owner, 1);
      const second = post(market.seller, "second").then(({ data }) => {
        delivered.push("second");
        return data.id;
      });
      await pause(300);
      assert.deepEqual(delivered, [], "the second is not there before the first");
      return [first, second];
    },
  );
  const [first, second] = await Promise.all(posting);
  assert.ok(BigInt(first ?? 0) < BigInt(second ?? 0));
});

test("what the platform says waits its turn as well", async () => {
  const params = { id: await aTrade(market, "released") };
  const give = () => market.buyer.client.call(giveFeedback, { params, body: { rating: 1, message: "quick and kind" } });
  assert.equal((await give()).code, "");
  const numbers = await whileLocked(
    "select from trades where id = $1 for update",
    await idOf(params.id),
    async (write) => {
      const replying = market.seller.client.call(replyToFeedback, { params, body: { reply: "thank you" } });
      await untilWaiting(app.owner, 1);
      const line = await write(
        "insert into chat_messages (trade_id, type, system_key, at) values ($1, 'system', 'moderator_joined', market_now()) returning id",
      );
      return { replying, line };
    },
  );
  assert.equal((await numbers.replying).code, "");
  const { rows } = await app.owner.query(
    "select id from chat_messages where trade_id = $1 and system_key = 'feedback_replied'",
    [await idOf(params.id)],
  );
  assert.ok(BigInt(rows[0].id) > BigInt(numbers.line));
});
