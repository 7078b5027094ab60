// Guards: a user is notified of unread messages once, after the time they chose; a user who read them is not notified; and the
// text of a message goes nowhere.
import assert from "node:assert/strict";
import { test } from "node:test";
import { saveSettings } from "#contract/people/accounts.ts";
import { markMessagesRead, postMessage } from "#contract/market/trades/chat.ts";
import { aMarket, aTrade, testApp } from "../../../testing/index.ts";

const app = await testApp();
const { owner } = app;
await app.standStill("2026-11-23T12:00:00Z");
const MINUTE = 60_000;

async function mailsOf(id: bigint): Promise<string[]> {
  const { rows } = await owner.query(
    "select subject || ' ' || body_text as text from mails where dedupe_key like $1 and subject like 'New messages%' order by id",
    [`event:%:${id}`],
  );
  return rows.map(({ text }) => text as string);
}
const noticesOf = async (id: bigint) =>
  (await owner.query("select kind, in_app, details from notifications where user_id = $1 order by id", [id])).rows;

async function later(ms: number): Promise<void> {
  await app.deliverEvents();
  await app.moveClock(ms);
  await app.runJob("tell-unread-chats");
  await app.deliverEvents();
}

test("unread messages are notified once after ten minutes, with their number and without their text, and the next ones ten minutes later", async () => {
  const market = await aMarket(app);
  const id = await aTrade(market);
  const say = (text: string) => market.buyer.client.call(postMessage, { params: { id }, body: { text } });
  await say("The secret word is heron");
  await say("Hello?");
  await later(9 * MINUTE);
  await say("Are you there?");
  assert.deepEqual(await mailsOf(market.seller.id), []);
  await later(1 * MINUTE);
  const [mail, ...more] = await mailsOf(market.seller.id);
  assert.deepEqual(more, []);
  assert.match(
    mail ?? "",
    new RegExp(`^New messages in your trade .*Unread messages: 3\\nView details: {origin}/trade/${id}`, "s"),
  );
  assert.doesNotMatch(mail ?? "", /heron|Hello\?/);
  const kept = (await noticesOf(market.seller.id)).filter(({ kind }) => kind === "chat_unread");
  assert.deepEqual(kept, [{ kind: "chat_unread", in_app: false, details: { unread: "3" } }]);
  assert.deepEqual(await mailsOf(market.buyer.id), [], "the author was notified");
  await later(30 * MINUTE);
  assert.equal((await mailsOf(market.seller.id)).length, 1, "notified again of the same");
  await say("Now?");
  await later(10 * MINUTE);
  assert.match((await mailsOf(market.seller.id)).at(-1) ?? "", /Unread messages: 4\n/);
});

test("a user who reads them meanwhile is not notified, and each delay is as long as its user chose", async () => {
  const market = await aMarket(app);
  const id = await aTrade(market);
  const { buyer, seller } = market;
  await seller.client.call(saveSettings, { body: { notify_trade_messages_interval: "2" } });
  await buyer.client.call(postMessage, { params: { id }, body: { text: "Hello" } });
  await app.deliverEvents();
  await seller.client.call(markMessagesRead, { params: { id }, body: { message_id: "999999999" } });
  await later(5 * MINUTE);
  assert.deepEqual(await mailsOf(seller.id), []);
  await buyer.client.call(postMessage, { params: { id }, body: { text: "Again" } });
  await later(2 * MINUTE);
  assert.equal((await mailsOf(seller.id)).length, 1);
  await seller.client.call(postMessage, { params: { id }, body: { text: "Yes" } });
  await later(2 * MINUTE);
  assert.equal((await mailsOf(buyer.id)).length, 0, "notified after the other's time");
  await later(8 * MINUTE);
  assert.equal((await mailsOf(buyer.id)).length, 1);
});

test("system messages start no delay, and a user who turned all channels off is not notified", async () => {
  const market = await aMarket(app);
  const id = await aTrade(market);
  await app.deliverEvents();
  assert.deepEqual(
    (await owner.query("select from chat_waits where trade_id = (select id from trades where hash = $1)", [id])).rows,
    [],
  );
  await market.seller.client.call(saveSettings, { body: { notifications: { chat_unread: [] } } });
  await market.buyer.client.call(postMessage, { params: { id }, body: { text: "Hello" } });
  await later(10 * MINUTE);
  assert.deepEqual(await mailsOf(market.seller.id), []);
});
