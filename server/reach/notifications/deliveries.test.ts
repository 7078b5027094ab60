// Guards: a test goes by the one channel that was asked for, the whole way; and its reader sees the delivery status of each
// notification in each channel.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Channel, CHANNELS } from "#contract/reach/notification-channels.ts";
import * as calls from "#contract/reach/notifications.ts";
import { mailJob } from "../../platform/mail/mail.ts";
import { aPerson, testApp } from "../../testing/index.ts";
import { catchMails } from "../../testing/outside/mail-server.ts";
import { startPushService } from "../../testing/outside/push-service.ts";
import { BOT_TOKEN, startTelegram } from "../../testing/outside/telegram-service.ts";

let publicKey = "";
const [{ smtpUrl, sent }, push, telegram] = [
  await catchMails(),
  await startPushService(() => publicKey),
  await startTelegram(),
];
const app = await testApp({
  config: { pushService: push.origin, telegramBotToken: BOT_TOKEN, telegramApi: telegram.api },
});
const CHAT = { id: 5, username: "mia" };

const mia = await aPerson(app);
const { client } = mia;
publicKey = (await client.call(calls.getNotificationSettings)).data.pushKey;
const browser = push.browser();

const ask = async (channel: Channel) => {
  const { code } = await client.call(calls.testNotification, { body: { channel } });
  await app.deliverEvents();
  return code;
};
const sendMails = () => mailJob.run({ ...app.ports, db: app.dbs.worker, config: { ...app.config, smtpUrl } });
const sendAll = async () => {
  await app.runJob("send-pushes");
  await app.runJob("send-slow-pushes");
  await app.runJob("send-telegrams");
  await sendMails();
};
const newest = async () => {
  const [first] = (await client.call(calls.listDeliveries)).data;
  return first?.channels.map(({ channel, state }) => `${channel} ${state}`);
};

test("a channel that is not set up is not tested", async () => {
  assert.equal(await ask("app"), "notification.channel_off");
  assert.equal(await ask("telegram"), "notification.channel_off");
});

test("a test goes by its channel alone, and its reader sees it wait, go out, be shown and be opened", async () => {
  await client.call(calls.subscribePush, { body: { endpoint: browser.endpoint, keys: browser.keys } });
  await app.runJob("read-telegram");
  telegram.press((await client.call(calls.linkTelegram)).data.url, CHAT);
  await app.runJob("read-telegram");
  await app.deliverEvents();
  await sendAll();
  const all = await newest();
  assert.deepEqual(all, ["web sent", "email sent", "telegram sent", "app sent"]);
  browser.got();
  sent();
  telegram.got(CHAT);
  const got = () => ({ email: sent().length, telegram: telegram.got(CHAT).length, app: browser.got() });
  for (const channel of CHANNELS) {
    assert.equal(await ask(channel), "", channel);
    const before = channel === "web" ? "sent" : "waiting";
    assert.deepEqual(await newest(), [`${channel} ${before}`]);
    await sendAll();
    const seen = got();
    assert.deepEqual(
      [seen.email, seen.telegram, seen.app.length],
      [channel === "email" ? 1 : 0, channel === "telegram" ? 1 : 0, channel === "app" ? 1 : 0],
      channel,
    );
    assert.deepEqual(await newest(), [`${channel} sent`]);
    const [pushed] = seen.app;
    if (!pushed) continue;
    const { receipt } = pushed.message;
    for (const state of ["delivered", "opened"] as const) {
      await app.client().call(calls.confirmPush, { body: { receipt, state } });
      assert.deepEqual(await newest(), [`app ${state}`]);
    }
  }
  await client.call(calls.markNotificationsRead);
  const { data } = await client.call(calls.listDeliveries);
  assert.ok(
    data.some(({ channels }) => channels.some(({ channel, state }) => channel === "web" && state === "opened")),
  );
});

test("a notification is delivered once a page of its reader has confirmed it, and no other user can confirm it", async () => {
  const eve = await aPerson(app);
  await ask("web");
  const web = async () => (await client.call(calls.listDeliveries)).data[0]?.channels[0];
  const [notice] = (await client.call(calls.listNotifications, { query: {} })).data;
  const body = { ids: [notice?.id ?? ""] };
  assert.equal((await eve.client.call(calls.receiveNotifications, { body })).code, "");
  assert.equal((await web())?.state, "sent", "of another's list it says nothing");
  await app.moveClock(1000);
  await client.call(calls.receiveNotifications, { body });
  const first = await web();
  assert.equal(first?.state, "delivered");
  assert.ok(Date.parse(first?.at ?? "") > Date.parse(notice?.at ?? ""));
  await app.moveClock(1000);
  await client.call(calls.receiveNotifications, { body });
  assert.deepEqual(await web(), first);
  await client.call(calls.openNotifications, { body });
  assert.equal((await web())?.state, "opened");
  assert.equal((await app.client().call(calls.receiveNotifications, { body })).status, 401);
});

test("a background report of a page does not count as activity", async () => {
  const seen = async () =>
    (
      await app.owner.query(
        `select users.last_seen_at, sessions.seen_at
         from users join sessions on sessions.user_id = users.id
         where users.id = $1 and sessions.ended_at is null
         order by sessions.id desc
         limit 1`,
        [mia.id],
      )
    ).rows[0];
  await client.call(calls.listDeliveries);
  const before = await seen();
  await app.moveClock(5 * 60_000);
  assert.equal((await client.call(calls.receiveNotifications, { body: { ids: ["1"] } })).status, 200);
  assert.deepEqual(await seen(), before);
  await client.call(calls.listDeliveries);
  assert.ok((await seen()).last_seen_at > before.last_seen_at);
});

test("only the notices that are named are opened, and nobody opens another's", async () => {
  const eve = await aPerson(app);
  await ask("web");
  await ask("web");
  const listed = async () => (await client.call(calls.listNotifications, { query: {} })).data;
  const [newestOne, other] = await listed();
  const ids = [newestOne?.id ?? ""];
  assert.deepEqual((await eve.client.call(calls.openNotifications, { body: { ids } })).data, { unread: 0 });
  assert.equal((await listed())[0]?.readAt, null);
  const { data } = await client.call(calls.openNotifications, { body: { ids } });
  const after = await listed();
  assert.ok(after[0]?.readAt !== null && after.find(({ id }) => id === other?.id)?.readAt === null);
  assert.equal(data.unread, after.filter(({ readAt }) => readAt === null).length);
});

test("of several devices the best status is shown, and one that was given up is shown as such", async () => {
  const second = push.browser();
  await client.call(calls.subscribePush, { body: { endpoint: second.endpoint, keys: second.keys } });
  second.answersWith(410);
  await ask("app");
  await sendAll();
  assert.deepEqual(await newest(), ["app sent"]);
  browser.answersWith(410);
  await ask("app");
  await sendAll();
  assert.deepEqual(await newest(), ["app failed"]);
});
