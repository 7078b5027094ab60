// Guards: what happens in one trade comes by push, Telegram and email, each the whole way; and what its reader opened nowhere climbs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { saveSettings } from "#contract/people/accounts.ts";
import * as calls from "#contract/reach/notifications.ts";
import { markTradePaid, releaseTrade, revealPaymentDetails } from "#contract/market/trades/trade/trades.ts";
import { mailJob } from "../../platform/mail/mail.ts";
import { aMarket, aTrade, testApp } from "../../testing/index.ts";
import { catchMails } from "../../testing/outside/mail-server.ts";
import { startPushService } from "../../testing/outside/push-service.ts";
import { BOT_TOKEN, startTelegram } from "../../testing/outside/telegram-service.ts";
import { TRADE_KINDS } from "./kinds.ts";
import { notifyTrade } from "./sources/trade.ts";

let publicKey = "";
const [{ smtpUrl, sent }, push, telegram] = [
  await catchMails(),
  await startPushService(() => publicKey),
  await startTelegram(),
];
const app = await testApp({
  config: { pushService: push.origin, telegramBotToken: BOT_TOKEN, telegramApi: telegram.api },
});
const market = await aMarket(app);
const { client } = market.seller;
const { rows } = await app.owner.query("select username from users where id = $1", [market.seller.id]);
const hello = `Hello ${rows[0].username},`;
const [browser, chat] = [push.browser(), { id: 77, username: "seller" }];

async function deliver() {
  await app.deliverEvents();
  for (const job of ["climb-notifications", "send-pushes", "send-slow-pushes", "send-telegrams"]) await app.runJob(job);
  await mailJob.run({ ...app.ports, db: app.dbs.worker, config: { ...app.config, smtpUrl } });
}

/** What came to the seller about this trade, by each channel. */
function came(hash: string) {
  const isAbout = (text: string | undefined) => text?.includes(hash) ?? false;
  return {
    app: browser.got().flatMap(({ message }) => (isAbout(message.link) ? [message.title] : [])),
    telegram: telegram.got(chat).filter(isAbout).length,
    email: sent().flatMap(({ subject, text }) =>
      isAbout(text) && text?.includes(hello) ? [subject?.replace(/:.*/, "")] : [],
    ),
  };
}

async function pay(hash: string) {
  for (const step of [revealPaymentDetails, markTradePaid] as const)
    assert.equal((await market.buyer.client.call(step, { params: { id: hash } })).code, "");
}

test("each step of a trade is in the browser, in Telegram and in the mailbox of its reader", async () => {
  publicKey = (await client.call(calls.getNotificationSettings)).data.pushKey;
  await client.call(calls.subscribePush, { body: { endpoint: browser.endpoint, keys: browser.keys } });
  await app.runJob("read-telegram");
  telegram.press((await client.call(calls.linkTelegram)).data.url, chat);
  await app.runJob("read-telegram");
  await deliver();
  const hash = await aTrade(market);
  await deliver();
  assert.deepEqual(came(hash), { app: ["New trade on your offer"], telegram: 1, email: ["New trade on your offer"] });
  await pay(hash);
  await deliver();
  const paid = came(hash);
  assert.deepEqual([paid.app.length, paid.telegram, paid.email.length], [1, 1, 1], JSON.stringify(paid));
  await client.call(releaseTrade, { params: { id: hash } });
  await deliver();
  assert.deepEqual(came(hash), { app: [], telegram: 0, email: [] }, "the actor is not notified");
});

test("each kind of notification of a trade is sent to the sides that its declaration names, and to nobody else", async () => {
  const hash = await aTrade(market, "paid");
  const sides = { buyer: market.buyer.id, seller: market.seller.id };
  const rules = TRADE_KINDS.flatMap(([kind, { from }]) => from.map((rule) => ({ kind, ...rule })));
  for (const { kind, on, to } of rules)
    for (const [actor, other] of [
      ["buyer", "seller"],
      ["seller", "buyer"],
      ["clock", null],
    ] as const) {
      const last = (await app.owner.query("select max(id) as id from notifications")).rows[0].id;
      const payload = { actor, status: "paid", round: 1 } as never;
      await app.db.tx((tx) => notifyTrade(tx, [{ id: 1n, type: on, subject: hash, payload, at: tx.now }]));
      // The owner of the offer is the seller.
      const side = to === "other" ? other : "seller";
      const wanted = (side ? [sides[side]] : Object.values(sides)).map((id) => `${kind} ${id}`);
      const { rows: made } = await app.owner.query("select kind, user_id from notifications where id > $1", [last]);
      assert.deepEqual(made.map((row) => `${row.kind} ${row.user_id}`).sort(), wanted.sort(), `${on} by the ${actor}`);
    }
});

test("what a trade's reader wants in the page alone, and opens nowhere, comes by app, then Telegram, then email", async () => {
  await client.call(saveSettings, { body: { notifications: { trade_paid: ["web"] } } });
  const hash = await aTrade(market);
  await deliver();
  came(hash);
  await app.moveClock(60_000);
  await pay(hash);
  await deliver();
  const counts = () => {
    const { app: pushes, telegram: chats, email } = came(hash);
    return [pushes.length, chats, email.length];
  };
  assert.deepEqual(counts(), [0, 0, 0]);
  for (const expected of [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
    [0, 0, 0],
  ]) {
    await app.moveClock(10 * 60_000 + 1000);
    await deliver();
    assert.deepEqual(counts(), expected);
  }
});
