// Guards: Telegram is off until a bot is configured; a chat is linked by a code that works once and only for a while, and its
// account is notified; chosen events go there without an amount, until the owner says stop, unlinks or blocks the bot.
import assert from "node:assert/strict";
import { test } from "node:test";
import { saveSettings } from "#contract/people/accounts.ts";
import * as calls from "#contract/reach/notifications.ts";
import { openTelegram } from "../../../../platform/outside/providers/telegram.ts";
import { aPerson, testApp } from "../../../../testing/index.ts";
import { BOT_TOKEN, type Chat, startTelegram } from "../../../../testing/outside/telegram-service.ts";

const telegram = await startTelegram();
const app = await testApp({ config: { telegramBotToken: BOT_TOKEN, telegramApi: telegram.api } });
const { owner, dbs } = app;
await app.standStill("2026-11-23T12:00:00Z");

type Person = Awaited<ReturnType<typeof aPerson>>;
let serial = 1000;
const aChat = (username?: string): Chat => ({ id: serial++, ...(username ? { username } : {}) });
const settingOf = async ({ client }: Person) => (await client.call(calls.getNotificationSettings)).data.telegram;
const read = () => app.runJob("read-telegram");
const send = () => app.runJob("send-telegrams");

async function happens({ id }: Person): Promise<void> {
  await dbs.web.tx(async (tx) =>
    tx.emit({
      type: "wallet.deposit_credited",
      subject: "x",
      payload: { userId: String(id), cryptoCurrencyCode: "BTC", amount: "0.5", txid: null },
    }),
  );
  await app.deliverEvents();
  await send();
}

async function linked(chat: Chat): Promise<Person> {
  const person = await aPerson(app);
  await read();
  const { data } = await person.client.call(calls.linkTelegram);
  telegram.press(data.url, chat);
  await read();
  await app.deliverEvents();
  await send();
  telegram.got(chat);
  return person;
}

test("without a bot Telegram is not offered, nothing is asked, and no link is made", async () => {
  const bare = await testApp();
  const person = await aPerson(bare);
  await bare.runJob("read-telegram");
  await bare.runJob("send-telegrams");
  assert.deepEqual((await person.client.call(calls.getNotificationSettings)).data.telegram, {
    isOffered: false,
    name: null,
  });
  assert.equal((await person.client.call(calls.linkTelegram)).code, "notification.telegram_off");
  assert.deepEqual(telegram.asked, {});
});

test("a code links one chat once, its account is notified, and events are sent there without an amount", async () => {
  const ada = await aPerson(app);
  await read();
  const { data } = await ada.client.call(calls.linkTelegram);
  const chat = aChat("ada_l");
  telegram.press(data.url, chat);
  await read();
  assert.match(telegram.got(chat).join(), /Parley account \S+ now come here/);
  assert.deepEqual(await settingOf(ada), { isOffered: true, name: "ada_l" });
  await app.deliverEvents();
  await send();
  assert.match(telegram.got(chat).join(), /Telegram was linked to your account/);
  const mails = await owner.query("select body_text from mails where subject like 'Telegram was linked%'");
  assert.match(mails.rows[0].body_text, /Telegram: @ada_l/);

  await happens(ada);
  assert.deepEqual(telegram.got(chat), ["Deposit credited\nhttp://localhost/wallet?sourceId=telegram"]);
  await ada.client.call(saveSettings, { body: { locale: "es" } });
  await happens(ada);
  assert.deepEqual(telegram.got(chat), ["Depósito acreditado\nhttp://localhost/es/wallet?sourceId=telegram"]);
  await ada.client.call(saveSettings, { body: { notifications: { deposit_confirmed: ["web"] } } });
  await happens(ada);
  assert.deepEqual(telegram.got(chat), []);

  const thief = aChat();
  telegram.press(data.url, thief);
  await read();
  assert.match(telegram.got(thief).join(), /expired or was already used/);
  assert.deepEqual(await settingOf(ada), { isOffered: true, name: "ada_l" });
});

test("a code ends after a quarter of an hour and with the next one, is none in a group, and is in no table", async () => {
  const ben = await aPerson(app);
  await read();
  const first = (await ben.client.call(calls.linkTelegram)).data.url;
  const second = (await ben.client.call(calls.linkTelegram)).data.url;
  const code = new URL(second).searchParams.get("start");
  const { rows } = await owner.query("select telegram_codes::text as row from telegram_codes");
  assert.ok(code && rows.every(({ row }) => !row.includes(code)));
  const chat = aChat();
  telegram.press(first, chat);
  telegram.press(second, { ...aChat(), type: "group" });
  await read();
  assert.equal((await settingOf(ben)).name, null);
  await app.moveClock(15 * 60_000);
  await read();
  telegram.press(second, chat);
  await read();
  assert.equal((await settingOf(ben)).name, null, "it worked after its time");
});

test("it ends when its owner says stop, unlinks it or blocks the bot, and for the first account when a chat is linked to a second", async () => {
  const chats = [aChat(), aChat(), aChat(), aChat()] as const;
  const people = [
    await linked(chats[0]),
    await linked(chats[1]),
    await linked(chats[2]),
    await linked(chats[3]),
  ] as const;
  telegram.write("/stop", chats[0]);
  await read();
  assert.deepEqual(telegram.got(chats[0]), ["No more notifications come here."]);
  await people[1].client.call(calls.unlinkTelegram);
  telegram.block(chats[2]);
  await happens(people[2]);
  const other = await linked(chats[3]);
  for (const person of people) {
    assert.equal((await settingOf(person)).name, null);
    await happens(person);
  }
  for (const chat of chats) assert.deepEqual(telegram.got(chat), []);
  await happens(other);
  assert.equal(telegram.got(chats[3]).length, 1);
});

test("Telegram that wants less is asked again when it says, and one that is away later; nothing is written twice", async () => {
  const chat = aChat();
  const person = await linked(chat);
  telegram.tooMany(90);
  await happens(person);
  await app.moveClock(89_000);
  await send();
  assert.deepEqual(telegram.got(chat), []);
  await app.moveClock(1000);
  await send();
  await send();
  assert.equal(telegram.got(chat).length, 1);
  const away = openTelegram({ token: BOT_TOKEN, api: "http://127.0.0.1:1" });
  const said = await away.send({ chatId: 1n, text: "x" });
  assert.deepEqual(said, { outcome: "later", fault: "Telegram does not answer" });
  const wrong = openTelegram({ token: "1:wrong", api: telegram.api });
  await assert.rejects(
    wrong.username(),
    (error: Error) => /401 Unauthorized/.test(error.message) && !error.message.includes("1:wrong"),
  );
});

test("what is written is answered once, also when Telegram counts on from a lower number", async () => {
  const chat = { id: 77_001 };
  telegram.write("/start unknown", chat);
  await read();
  assert.equal(telegram.got(chat).length, 1);
  telegram.countAnew(5);
  telegram.write("/start unknown", chat);
  for (let turn = 0; turn < 3; turn++) await read();
  assert.equal(telegram.got(chat).length, 1, "the same was answered again");
});

test("Telegram is not offered any more once nobody has read it for five minutes", async () => {
  const person = await aPerson(app);
  await app.moveClock(6 * 60_000);
  assert.equal((await settingOf(person)).isOffered, false);
  await read();
  assert.equal((await settingOf(person)).isOffered, true);
});
