// Guards: codes by Telegram go to the one chat whose first code their owner typed; another chat that is linked later
// gets none; they confirm their own act only, and one that did not get there may come by email.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as auth from "#contract/people/sign-in/auth.ts";
import { linkTelegram, unlinkTelegram } from "#contract/reach/notifications.ts";
import { finishLogin, sendSignInCode } from "#contract/people/sign-in/sign-in.ts";
import * as calls from "#contract/people/sign-in/two-factor.ts";
import { ids } from "../../../../platform/ids.ts";
import { aMarket, aTrade, TEST_PASSWORD, type TestClient, testApp } from "../../../../testing/index.ts";
import { BOT_TOKEN, type Chat, startTelegram } from "../../../../testing/outside/telegram-service.ts";

const telegram = await startTelegram();
const app = await testApp({ config: { telegramBotToken: BOT_TOKEN, telegramApi: telegram.api } });
const { owner, dbs } = app;
const password = { password: TEST_PASSWORD };
const MINUTE = 61_000;

let serial = 5000;
const aChat = (): Chat => ({ id: serial++ });
const read = () => app.runJob("read-telegram");
const codeIn = (text: string | undefined) => /(?<!\d)\d{6}(?!\d)/.exec(text ?? "")?.[0] ?? "none";

async function codeOn(chat: Chat): Promise<string> {
  await app.runJob("telegram-codes");
  return codeIn(telegram.got(chat).find((text) => text.includes("confirms:")));
}

async function codeByEmail(): Promise<string> {
  await app.runJob("carry-factor-codes");
  const { rows } = await owner.query(
    "select body_text from mails where body_text like '%confirms:%' order by id desc limit 1",
  );
  return codeIn(rows[0]?.body_text);
}

/** A seller with a password and no factor. */
async function aSeller() {
  const market = await aMarket(app);
  const { id, client } = market.seller;
  const reference = await app.ports.verifier.prepareCredential(TEST_PASSWORD);
  await owner.query("update credentials set user_id = $1 where reference = $2", [id, reference]);
  await owner.query("delete from passkeys where user_id = $1", [id]);
  await owner.query("update users set email_confirmed_at = market_now() where id = $1", [id]);
  return { id, client, market };
}

async function link(client: TestClient, chat: Chat): Promise<void> {
  await read();
  telegram.press((await client.call(linkTelegram)).data.url, chat);
  await read();
  telegram.got(chat);
}

async function turnOn(client: TestClient, chat: Chat): Promise<void> {
  assert.equal((await client.call(calls.enableTwoFactor, { body: { ...password, type: "telegram" } })).code, "");
  const code = await codeOn(chat);
  assert.equal((await client.call(calls.verifyTwoFactor, { body: { code, type: "telegram" } })).code, "");
  await app.moveClock(MINUTE);
  await read();
}

async function withCodes() {
  const seller = await aSeller();
  const chat = aChat();
  await link(seller.client, chat);
  await turnOn(seller.client, chat);
  return { ...seller, chat };
}

const ask = (client: TestClient, id: string) => client.call(calls.sendTelegramCode, { query: { kind: "release", id } });
const askByEmail = (client: TestClient, id: string) =>
  client.call(calls.sendMailCode, { query: { kind: "release", id } });
const prove = (client: TestClient, id: string, shown: object) =>
  client.call(auth.prove, { body: { for: { kind: "release", id }, ...shown } });
const factorsOf = async (client: TestClient) => (await client.call(calls.getTwoFactor)).data;

test("without a bot or a linked chat there are no codes by Telegram to turn on", async () => {
  const bare = await testApp();
  const { client } = (await aMarket(bare)).seller;
  assert.equal((await factorsOf(client)).takesTelegram, false);
  const seller = await aSeller();
  await read();
  assert.equal((await factorsOf(seller.client)).takesTelegram, false);
  const begun = await seller.client.call(calls.enableTwoFactor, { body: { ...password, type: "telegram" } });
  assert.equal(begun.code, "two_factor.no_receiver");
});

test("a code by Telegram confirms the release that it names, once, and counts with what a password lets go", async () => {
  const { client, chat, id: userId, market } = await withCodes();
  assert.deepEqual((await factorsOf(client)).channels.telegram.state, 1);
  const [id, other] = [await aTrade(market, "paid"), await aTrade(market, "paid")];
  assert.equal((await prove(client, id, password)).code, "auth.factor_needed");
  assert.equal((await askByEmail(client, id)).code, "two_factor.none", "Telegram takes it");
  assert.deepEqual((await ask(client, id)).data?.telegram, { sent: true, error: false });
  await app.runJob("telegram-codes");
  const [text = ""] = telegram.got(chat);
  assert.match(text, new RegExp(`release the coins of trade ${id}`));
  const shown = { telegram_code: codeIn(text) };
  assert.equal((await prove(client, other, shown)).code, "auth.code_wrong", "it is of another trade");
  assert.equal((await prove(client, id, shown)).code, "");
  assert.equal((await prove(client, id, shown)).code, "auth.code_wrong", "twice");
  const { rows } = await owner.query("select method, usd_cents from proofs where user_id = $1", [userId]);
  assert.deepEqual([rows[0].method, Number(rows[0].usd_cents) > 0], ["telegram", true]);
});

test("another chat that is linked gets no codes, a code to the one before counts no more, and email replaces it", async () => {
  const { client, chat, market } = await withCodes();
  const id = await aTrade(market, "paid");
  await ask(client, id);
  const code = await codeOn(chat);
  const thief = aChat();
  await link(client, thief);
  assert.equal((await prove(client, id, { telegram_code: code })).code, "auth.code_wrong", "its chat is not linked");
  await app.moveClock(MINUTE);
  await read();
  assert.equal((await ask(client, id)).code, "two_factor.none");
  assert.equal(await codeOn(thief), "none");
  const { takesTelegram, channels } = await factorsOf(client);
  assert.deepEqual([takesTelegram, channels.telegram.state, channels.email.state], [false, 1, 1]);
  assert.equal((await prove(client, id, password)).code, "auth.factor_needed", "it goes on counting as a factor");
  assert.equal((await askByEmail(client, id)).data?.email.sent, true);
  assert.equal((await prove(client, id, { email_code: await codeByEmail() })).code, "");
  const begun = await client.call(calls.enableTwoFactor, { body: { ...password, type: "telegram" } });
  assert.equal(begun.code, "auth.factor_needed", "the password alone chooses no other chat");
});

test("a code that is on its way when its chat is linked anew is dropped; one chat never takes the codes of two accounts", async () => {
  const { client, chat, market } = await withCodes();
  const id = await aTrade(market, "paid");
  await ask(client, id);
  const next = aChat();
  await link(client, next);
  assert.deepEqual([await codeOn(next), await codeOn(chat)], ["none", "none"]);
  const { data } = await client.call(calls.getSentCode, { query: { kind: "release", id } });
  assert.deepEqual([data.delivery, data.telegram], ["dropped", { sent: false, error: true }]);

  const other = await withCodes();
  const { client: stranger } = await aSeller();
  await link(stranger, other.chat);
  assert.equal((await factorsOf(other.client)).takesTelegram, false, "the chat is of another account now");
  await link(other.client, other.chat);
  assert.equal((await factorsOf(other.client)).takesTelegram, false, "and back: it has to show a first code again");
});

test("a first code of a chat that was replaced before it was typed turns nothing on", async () => {
  const { client } = await aSeller();
  const [chat, next] = [aChat(), aChat()];
  await link(client, chat);
  await client.call(calls.enableTwoFactor, { body: { ...password, type: "telegram" } });
  const code = await codeOn(chat);
  await link(client, next);
  const { code: refusal } = await client.call(calls.verifyTwoFactor, { body: { code, type: "telegram" } });
  assert.equal(refusal, "auth.code_wrong");
  assert.equal((await factorsOf(client)).channels.telegram.state, 3);
});

test("a code that did not get there may be asked for by email, which is no way beside one that did", async () => {
  const { client, chat, market } = await withCodes();
  const id = await aTrade(market, "paid");
  telegram.tooMany(30);
  await ask(client, id);
  assert.equal((await askByEmail(client, id)).code, "two_factor.none", "it is on its way");
  assert.equal(await codeOn(chat), "none");
  const { data } = await client.call(calls.getSentCode, { query: { kind: "release", id } });
  assert.deepEqual([data.delivery, data.waitSec], ["failed", 0]);
  assert.equal((await askByEmail(client, await aTrade(market, "paid"))).code, "two_factor.none", "of another release");
  assert.equal((await askByEmail(client, id)).code, "");
  assert.equal((await prove(client, id, { email_code: await codeByEmail() })).code, "");

  telegram.block(chat);
  await app.moveClock(MINUTE);
  await read();
  const next = await aTrade(market, "paid");
  await ask(client, next);
  await app.runJob("telegram-codes");
  assert.equal((await factorsOf(client)).takesTelegram, false, "a blocked bot has no chat");
});

test("a sign-in is finished by a code in the chat, and by email where it did not get there or the chat was unlinked", async () => {
  const email = `${ids.hash().toLowerCase()}@example.org`;
  const client = app.client();
  await client.call(auth.register, { body: { email, password: TEST_PASSWORD } });
  await owner.query(
    "update users set email_confirmed_at = market_now(), named_at = market_now() where id = (select max(id) from users)",
  );
  const chat = aChat();
  await link(client, chat);
  await turnOn(client, chat);
  const begin = async () => {
    const who = app.client();
    const { data } = await who.call(auth.login, { body: { email, password: TEST_PASSWORD } });
    return { who, channels: data.secondFactor?.channels };
  };
  const first = await begin();
  assert.deepEqual(first.channels, ["telegram"]);
  assert.equal((await first.who.call(sendSignInCode, { body: { by: "email" } })).code, "two_factor.none");
  assert.equal((await first.who.call(sendSignInCode, { body: { by: "telegram" } })).code, "");
  const done = await first.who.call(finishLogin, { body: { telegram_code: await codeOn(chat) } });
  assert.equal(done.status, 200);

  await app.moveClock(MINUTE);
  await read();
  const second = await begin();
  telegram.tooMany(30);
  await second.who.call(sendSignInCode, { body: { by: "telegram" } });
  await codeOn(chat);
  assert.equal((await second.who.call(sendSignInCode, { body: { by: "email" } })).code, "");
  const byEmail = await second.who.call(finishLogin, { body: { email_code: await codeByEmail() } });
  assert.equal(byEmail.status, 200);

  await client.call(unlinkTelegram);
  assert.deepEqual((await begin()).channels, ["email"]);
});

test("the web reads no code that waits for Telegram, and puts no chat there", async () => {
  const { id } = await aSeller();
  for (const sql of [
    "select from take_telegram_codes(1)",
    "select takes_telegram_codes(1)",
    `insert into telegram_chats (user_id, chat_id, name, linked_at) values (${id}, 1, '', now())`,
    "update code_channels set address = null",
  ])
    await assert.rejects(
      dbs.web.tx((tx) => tx.rows(Object.assign([sql], { raw: [sql] }))),
      /permission denied/,
      sql,
    );
});
