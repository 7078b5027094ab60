// Guards: what waits for its reader in a trade and is opened nowhere comes by the next channel, one after the other; not for who
// opened it or was here since, not by email for who stopped emails, and nothing else does.
import assert from "node:assert/strict";
import { test } from "node:test";
import { saveSettings } from "#contract/people/accounts.ts";
import * as calls from "#contract/reach/notifications.ts";
import type { Channel } from "#contract/reach/notification-channels.ts";
import { seal } from "../../../platform/sealed.ts";
import { stopLink } from "../../../platform/mail/stop-link.ts";
import { aPerson, testApp } from "../../../testing/index.ts";
import { startPushService } from "../../../testing/outside/push-service.ts";
import { BOT_TOKEN, startTelegram } from "../../../testing/outside/telegram-service.ts";
import type { NotificationKind } from "../../../platform/notification-kinds.ts";
import { findUserById } from "../../../people/accounts/index.ts";
import { sendNotifications } from "./sending/notification.ts";
import { aboutStopping } from "./stop-emails.ts";

let publicKey = "";
const [push, telegram] = [await startPushService(() => publicKey), await startTelegram()];
const app = await testApp({
  config: { pushService: push.origin, telegramBotToken: BOT_TOKEN, telegramApi: telegram.api },
});
const { owner } = app;
await app.standStill("2026-11-23T12:00:00Z");
const MINUTE = 60_000;

let serial = 0;

/** A user with a browser, Telegram and email, who wants trades on these channels at once. */
async function reader(chosen: readonly Channel[]) {
  const person = await aPerson(app);
  const { client } = person;
  publicKey = (await client.call(calls.getNotificationSettings)).data.pushKey;
  const browser = push.browser();
  await client.call(calls.subscribePush, { body: { endpoint: browser.endpoint, keys: browser.keys } });
  const chat = { id: 9000 + serial++ };
  await app.runJob("read-telegram");
  telegram.press((await client.call(calls.linkTelegram)).data.url, chat);
  await app.runJob("read-telegram");
  await app.deliverEvents();
  await app.runJob("send-telegrams");
  await app.runJob("send-pushes");
  await app.runJob("send-slow-pushes");
  telegram.got(chat);
  browser.got();
  const channels = [...chosen];
  await client.call(saveSettings, { body: { notifications: { trade_paid: channels, trade_released: channels } } });
  await app.moveClock(MINUTE);
  const happens = (kind: NotificationKind) =>
    app.dbs.worker.tx(async (tx) => {
      const details = { fiat: "100.00 USD", crypto: "0.001 BTC" };
      const link = "/trade/SomeTrade1234";
      const mailKey = `climb:${person.id}:${serial++}`;
      await sendNotifications(tx, [
        { userId: person.id, kind, subject: "SomeTrade1234", details, link, at: tx.now, facts: () => [], mailKey },
      ]);
    });
  let lastMail = 0;
  /** What came in this many minutes. */
  const after = async (minutes: number) => {
    await app.moveClock(minutes * MINUTE);
    await app.runJob("climb-notifications");
    await app.runJob("send-telegrams");
    await app.runJob("send-pushes");
    await app.runJob("send-slow-pushes");
    const mails = await owner.query("select id, subject from mails where dedupe_key like $1 and id > $2 order by id", [
      `climb:${person.id}:%`,
      lastMail,
    ]);
    lastMail = mails.rows.at(-1)?.id ?? lastMail;
    return { app: browser.got(), telegram: telegram.got(chat), email: mails.rows.map(({ subject }) => subject) };
  };
  const counts = async (minutes: number) => {
    const came = await after(minutes);
    return [came.app.length, came.telegram.length, came.email.length];
  };
  return { person, happens, after, counts };
}

test("what nobody opens comes by the app, then Telegram, then email, ten minutes apart, and then no more", async () => {
  const { happens, counts, after } = await reader(["web"]);
  await happens("trade_paid");
  assert.deepEqual(await counts(9), [0, 0, 0]);
  assert.deepEqual(await counts(1), [1, 0, 0]);
  assert.deepEqual(await counts(5), [0, 0, 0]);
  assert.deepEqual(await counts(5), [0, 1, 0]);
  const { email } = await after(10);
  assert.deepEqual(email, ["The buyer marked the trade as paid: 100 USD for 0.001 BTC"]);
  for (let times = 0; times < 3; times++) assert.deepEqual(await counts(10), [0, 0, 0]);
});

test("what a page has and nobody opens there climbs as well", async () => {
  const { person, happens, counts } = await reader(["web"]);
  await happens("trade_paid");
  const { rows } = await owner.query("select max(id)::text as id from notifications where user_id = $1", [person.id]);
  await app.moveClock(2 * MINUTE);
  await person.client.call(calls.receiveNotifications, { body: { ids: [rows[0].id] } });
  assert.deepEqual(await counts(8), [1, 0, 0]);
});

test("a channel that it went out by already is not used again", async () => {
  const { happens, counts } = await reader(["web", "app", "email"]);
  await happens("trade_paid");
  assert.deepEqual(await counts(0), [1, 0, 1]);
  assert.deepEqual(await counts(10), [0, 1, 0]);
  for (let times = 0; times < 3; times++) assert.deepEqual(await counts(10), [0, 0, 0]);
});

test("what is no step that waits for its reader stays where it was sent", async () => {
  const { happens, counts } = await reader(["web"]);
  await happens("trade_released");
  for (let times = 0; times < 4; times++) assert.deepEqual(await counts(10), [0, 0, 0]);
});

test("a user who opened it, in the page or in a browser, or was active since, gets nothing more", async () => {
  const inPage = await reader(["web"]);
  await inPage.happens("trade_paid");
  await inPage.person.client.call(calls.markNotificationsRead);
  // As if they had not been here since: what counts is that it was opened.
  await owner.query("update users set last_seen_at = last_seen_at - interval '1 hour' where id = $1", [
    inPage.person.id,
  ]);
  assert.deepEqual(await inPage.counts(10), [0, 0, 0]);

  const pushed = await reader(["app"]);
  await pushed.happens("trade_paid");
  const [message] = (await pushed.after(0)).app;
  assert.ok(message);
  const { receipt } = message.message;
  await app.client().call(calls.confirmPush, { body: { receipt, state: "opened" } });
  assert.deepEqual(await pushed.counts(10), [0, 0, 0]);

  const here = await reader(["web"]);
  await here.happens("trade_paid");
  await owner.query("update users set last_seen_at = last_seen_at + interval '3 minutes' where id = $1", [
    here.person.id,
  ]);
  assert.deepEqual(await here.counts(10), [0, 0, 0]);
});

test("a user who unsubscribed by the link in an email gets none this way, until they choose email again", async () => {
  const { person, happens, counts } = await reader(["web"]);
  const user = await app.db.read((tx) => findUserById(tx, person.id));
  assert.ok(user);
  const token = stopLink(aboutStopping(user, "trades")).split("token=")[1] ?? "";
  const elsewhere = { ...user, email_sealed: seal("before@example.org", `users.email:${user.external_id}`) };
  const before = stopLink(aboutStopping(elsewhere, "trades")).split("token=")[1] ?? "";
  const refused = await app.client().call(calls.stopEmails, { body: { token: before } });
  assert.equal(refused.code, "notification.link_unknown", "a link that went to the previous address");
  await app.client().call(calls.stopEmails, { body: { token } });
  await happens("trade_paid");
  assert.deepEqual(await counts(10), [1, 0, 0]);
  assert.deepEqual(await counts(10), [0, 1, 0]);
  assert.deepEqual(await counts(10), [0, 0, 0]);
  await person.client.call(saveSettings, { body: { notifications: { trade_expired: ["web", "email"] } } });
  await app.moveClock(MINUTE);
  await happens("trade_paid");
  for (const expected of [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ])
    assert.deepEqual(await counts(10), expected);
});

test("how long it waits, in which order, and by which channels is the operator's to set", async () => {
  const set = (name: string, value: unknown) =>
    owner.query("insert into settings (name, value, changed_at) values ($1, $2, market_now())", [
      name,
      JSON.stringify(value),
    ]);
  await set("notifications.climb_minutes", 3);
  await set("notifications.climb_order", ["email", "app"]);
  const { happens, counts } = await reader(["web"]);
  await happens("trade_paid");
  assert.deepEqual(await counts(2), [0, 0, 0]);
  assert.deepEqual(await counts(1), [0, 0, 1]);
  assert.deepEqual(await counts(3), [1, 0, 0]);
  for (let times = 0; times < 3; times++) assert.deepEqual(await counts(3), [0, 0, 0], "Telegram is not named");
  await owner.query("delete from settings where name like 'notifications.%'");
});
