// Guards: a telephone number is confirmed by a code that only its telephone gets, within tries and limits that cost a thief little; it
// lies sealed, belongs to one account, and goes with it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { getCurrentUser } from "#contract/people/accounts.ts";
import { listActivity } from "#contract/people/activity.ts";
import { listNotifications } from "#contract/reach/notifications.ts";
import * as calls from "#contract/people/phones.ts";
import { useSealingSecret } from "../../platform/sealed.ts";
import { aPerson, testApp } from "../../testing/index.ts";
import { sealAnew } from "./index.ts";
import { sealNumber } from "./marks.ts";

const app = await testApp({ config: { demo: true } });
const { owner, dbs } = app;
await app.standStill("2026-11-23T12:00:00Z");
const MINUTE = 60_000;
let serial = 100_000;
const aNumber = () => `+4915123${serial++}`;
const send = () => app.runJob("send-phone-codes");
await send();

let network = 1;
/** Each at a network of their own. */
async function aCaller(ip = `198.51.${network >> 8}.${network++ & 255}`) {
  const { id, client } = await aPerson(app);
  return { id, client: app.client(client.token, ip) };
}
type Person = Awaited<ReturnType<typeof aCaller>>;
const consent = { isCitizenshipConsentAccepted: true } as const;
const ask = ({ client }: Person, phone: string, call = false) =>
  client.call(calls.sendPhoneCode, { body: { phone, call, ...consent } });
const confirm = ({ client }: Person, phoneCode: string) => client.call(calls.confirmPhone, { body: { phoneCode } });
const viewOf = async ({ client }: Person) => (await client.call(calls.getPhone)).data;

async function textsTo(number: string): Promise<{ channel: string; text: string }[]> {
  await send();
  const { rows } = await owner.query(
    "select channel, body_text as text from inbox_texts where to_number = $1 order by id",
    [number],
  );
  return rows;
}

async function codeAt(number: string): Promise<string> {
  const text = (await textsTo(number)).at(-1)?.text ?? "";
  return /\d{6}/.exec(text.replaceAll(", ", ""))?.[0] ?? "none";
}

const standingOf = async ({ client }: Pick<Person, "client">) =>
  (await client.call(getCurrentUser)).data.verification.phone;
const nowMs = () => app.db.tx(async (tx) => tx.now.getTime());

/** Of this code's length, and another. */
const wrong = (code: string, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, "0");

async function confirmed(number = aNumber()): Promise<Person> {
  const person = await aCaller();
  assert.equal((await ask(person, number)).code, "");
  assert.equal((await confirm(person, await codeAt(number))).code, "");
  return person;
}

test("a code that came to the telephone confirms its number, and the account is notified", async () => {
  const ada = await aCaller();
  const number = aNumber();
  assert.equal((await viewOf(ada)).state, "unset");
  const { data } = await ask(ada, number);
  assert.deepEqual(
    [data.state, data.number, data.code, data.channel, data.delivery, data.countdown],
    ["code_sent", number, "49", "sms", "waiting", 60],
  );
  const code = await codeAt(number);
  assert.equal((await viewOf(ada)).delivery, "sent");
  const pending = (await ada.client.call(getCurrentUser)).data;
  assert.deepEqual([pending.phone, pending.verification.phone.isPending, pending.phoneData.code], [null, true, "49"]);
  const minutes = (Date.parse(pending.verification.phone.expiresAt ?? "") - (await nowMs())) / MINUTE;
  assert.ok(minutes > 9 && minutes <= 10, "the code has an end");
  assert.equal((await confirm(ada, code)).data.state, "confirmed");
  const user = (await ada.client.call(getCurrentUser)).data;
  assert.deepEqual([user.phone, user.verification.phone.isVerified], [number, true]);
  await app.deliverEvents();
  const kinds = (await ada.client.call(listActivity)).data.map(({ kind }) => kind);
  assert.ok(kinds.includes("phone_confirmed"));
  const notices = (await ada.client.call(listNotifications)).data.map(({ kind }) => kind);
  assert.ok(notices.includes("phone_confirmed"));
  const { rows } = await owner.query(
    "select body_text from mails where subject like 'A phone number%' order by id desc limit 1",
  );
  assert.match(rows[0].body_text, new RegExp(`\\+49 … ${number.slice(-2)}`));
  assert.ok(!rows[0].body_text.includes(number));
});

test("a call speaks the code digit by digit, also to a landline", async () => {
  const ada = await aCaller();
  const { data } = await ask(ada, "030 1234567", true);
  assert.deepEqual([data.number, data.channel], ["+49301234567", "call"]);
  const [call] = await textsTo("+49301234567");
  assert.match(call?.text ?? "", /(\d, ){5}\d/);
  assert.equal((await confirm(ada, await codeAt("+49301234567"))).data.state, "confirmed");
});

test("a number without its code is of the country that is named with it, whatever the account's", async () => {
  const ada = await aCaller();
  const body = { phone: "06 12 34 56 79", country_iso: "FR", isCitizenshipConsentAccepted: true };
  const { data, code } = await ada.client.call(calls.sendPhoneCode, { body });
  assert.deepEqual([code, data.number, data.code], ["", "+33612345679", "33"]);
});

test("what is wrong with a number is said by its code, beside the field, and nothing is sent", async () => {
  const ada = await aCaller();
  for (const [phone, code, errorCode] of [
    ["not a number", "phone.unreadable", 2],
    ["+49 1", "phone.invalid", 3],
    ["+49 151 2", "phone.invalid", 3],
    ["+49 900 1234567", "phone.wrong_type", 4],
    ["+49 30 1234567", "phone.no_texts", 5],
  ] as const) {
    const { body, status } = await ask(ada, phone);
    const { errors } = body as { errors: { code: string; details: Record<string, unknown> } };
    assert.deepEqual([phone, status, errors.code, body.errorCode], [phone, 422, code, errorCode]);
    assert.ok(errors.details.phone);
  }
  const bare = await ada.client.call(calls.sendPhoneCode, { body: { phone: aNumber() } });
  assert.equal(bare.code, "phone.consent");
  assert.equal((await viewOf(ada)).state, "unset");
});

test("after five wrong codes nothing counts until the countdown is over, and a code lives ten minutes", async () => {
  const ada = await aCaller();
  const number = aNumber();
  await ask(ada, number);
  const code = await codeAt(number);
  for (const left of [4, 3, 2, 1]) {
    const { body } = await confirm(ada, wrong(code, left));
    assert.deepEqual((body.context as { triesLeft: number }).triesLeft, left);
  }
  const last = await confirm(ada, wrong(code));
  assert.deepEqual([last.code, last.body.countdown], ["phone.attempts", 900]);
  assert.equal((await confirm(ada, code)).code, "phone.attempts");
  const { isAttemptsExceeded, countdown } = await viewOf(ada);
  assert.deepEqual([isAttemptsExceeded, countdown], [true, 900]);
  const standing = await standingOf(ada);
  assert.deepEqual(
    [standing.isPending, standing.isRejected, standing.rejectReasons],
    [false, true, ["attempts_exceeded"]],
  );
  assert.equal((await ask(ada, aNumber())).code, "phone.attempts");
  assert.equal((await ada.client.call(calls.resetPhone)).code, "");
  assert.equal((await ask(ada, number)).code, "phone.attempts", "a reset ends no wait");
  await app.moveClock(15 * MINUTE);
  await send();
  await ask(ada, number);
  const next = await codeAt(number);
  await app.moveClock(10 * MINUTE);
  assert.equal((await confirm(ada, next)).code, "phone.code_expired");
  await send();
  await ask(ada, number);
  assert.equal((await confirm(ada, next)).code, "phone.code_wrong", "the newest code counts alone");
  assert.equal((await confirm(ada, await codeAt(number))).data.state, "confirmed");
});

test("a minute lies between two codes, and six go in a day to one person and to one number, with the countdown", async () => {
  const ada = await aCaller();
  const number = aNumber();
  for (let sent = 0; sent < 6; sent++) {
    assert.equal((await ask(ada, number)).code, "");
    const early = await ask(ada, aNumber());
    assert.deepEqual([early.status, early.code, early.body.errorCode], [429, "phone.limit", 1]);
    assert.equal(early.body.countdown, sent < 5 ? 60 : 24 * 3600 - 5 * 60);
    await app.moveClock(MINUTE);
    await send();
  }
  const mine = await ask(ada, aNumber());
  assert.deepEqual([mine.code, mine.body.countdown], ["phone.limit", 24 * 3600 - 6 * 60]);
  const eve = await aCaller();
  assert.equal((await ask(eve, number)).code, "phone.limit", "another account does not help");
  assert.equal((await textsTo(number)).length, 6);
  await app.moveClock(24 * 60 * MINUTE);
  await send();
  assert.equal((await ask(ada, number)).code, "");
});

test("one network gets twenty codes a day, whatever accounts and numbers it has", async () => {
  const askFrom = async (ip: string) => (await ask(await aCaller(ip), aNumber())).code;
  const codes: string[] = [];
  for (let index = 0; index < 21; index++) codes.push(await askFrom("203.0.113.7"));
  assert.deepEqual(codes, [...new Array(20).fill(""), "phone.limit"]);
  assert.equal(await askFrom("203.0.113.8"), "");
});

test("two hundred codes an hour go to one country", async () => {
  const ada = await aCaller();
  await owner.query(
    `insert into phone_messages (user_id, number_index, calling_code, network, channel, made_at, next_at, expires_at, state)
     select $1, sha256(place::text::bytea), '251', 'there', 'sms', market_now(), market_now(), market_now(), 'sent'
     from generate_series(1, 200) as place`,
    [(await aCaller()).id],
  );
  assert.equal((await ask(ada, "+251911234567")).code, "phone.limit");
  assert.equal((await ask(ada, aNumber())).code, "");
});

test("a number belongs to one account: the second to show its code is refused, and a request reveals nothing", async () => {
  const number = aNumber();
  const first = await aCaller();
  const second = await aCaller();
  await ask(first, number);
  const code = await codeAt(number);
  assert.equal((await confirm(first, code)).code, "");
  await app.moveClock(MINUTE);
  await send();
  const asked = await ask(second, number);
  assert.deepEqual([asked.code, asked.data.state], ["", "code_sent"]);
  assert.equal((await confirm(second, await codeAt(number))).code, "phone.taken");
  assert.equal((await viewOf(second)).state, "code_sent");
  assert.equal((await ask(first, aNumber())).code, "phone.exists");
  assert.equal((await first.client.call(calls.resetPhone)).data.state, "unset");
  assert.equal((await first.client.call(calls.resetPhone)).code, "phone.none");
  assert.equal((await confirm(second, await codeAt(number))).data.state, "confirmed");
});

test("two who show the code of one number at once: one has it", async () => {
  const number = aNumber();
  const [ada, eve] = [await aCaller(), await aCaller()];
  await ask(ada, number);
  const one = await codeAt(number);
  await app.moveClock(MINUTE);
  await send();
  await ask(eve, number);
  const other = await codeAt(number);
  const codes = (await Promise.all([confirm(ada, one), confirm(eve, other)])).map(({ code }) => code);
  assert.deepEqual(codes.sort(), ["", "phone.taken"]);
});

test("neither numbers nor codes can be read in the tables, and no process writes a confirmation or a message by itself", async () => {
  const number = aNumber();
  const ada = await confirmed(number);
  const { rows } = await owner.query(
    "select (select json_agg(phones) from phones)::text || (select json_agg(phone_messages) from phone_messages)::text as all",
  );
  assert.ok(!rows[0].all.includes(number.slice(3)));
  for (const sql of [
    `update phones set confirmed_at = market_now() where user_id = ${ada.id}`,
    `insert into phones (user_id) values (${ada.id})`,
    "insert into phone_messages (user_id, number_index, calling_code, network, channel, made_at, next_at, expires_at) values (1, '', '', '', 'sms', now(), now(), now())",
    "select code_sealed from phone_messages",
    "select code_mark from phones",
    "delete from phone_messages",
  ])
    await assert.rejects(
      dbs.web.tx((tx) => tx.rows(Object.assign([sql], { raw: [sql] }))),
      /permission denied/,
      sql,
    );
});

test("a number is sealed anew with another secret, and is still one account's", async () => {
  const number = aNumber();
  const ada = await confirmed(number);
  const [secret, sealing] = [new Uint8Array(32).fill(9), { version: 2, before: app.config.secret }];
  try {
    assert.match(
      await sealAnew(app.ownerPorts.db, { secret, sealing }),
      /sealed \d+ phone numbers, sealed \d+ accounts/,
    );
    assert.match(await sealAnew(app.ownerPorts.db, { secret, sealing }), /sealed 0 phone numbers/);
    useSealingSecret(secret, { version: 2 });
    assert.equal((await viewOf(ada)).number, number);
    await app.moveClock(MINUTE);
    await send();
    const eve = await aCaller();
    await ask(eve, number);
    assert.equal((await confirm(eve, await codeAt(number))).code, "phone.taken");
  } finally {
    await sealAnew(app.ownerPorts.db, { secret: app.config.secret, sealing: { version: 3, before: secret } });
  }
  assert.equal((await viewOf(ada)).number, number);
});

test("a web that is taken over sends no code to a number that is another than it said", async () => {
  // Of another person, of another country, and one that pays its owner.
  for (const other of [aNumber(), "+33612345678", "+449098790000"]) {
    const ada = await aCaller();
    assert.equal((await ask(ada, aNumber())).code, "");
    const { rows } = await owner.query("select external_id from users where id = $1", [ada.id]);
    await owner.query("update phones set number_sealed = $2 where user_id = $1", [
      ada.id,
      sealNumber(other, rows[0].external_id),
    ]);
    assert.deepEqual(await textsTo(other), [], other);
    const { rows: messages } = await owner.query("select state from phone_messages where user_id = $1", [ada.id]);
    assert.deepEqual(messages, [{ state: "failed" }]);
    const standing = await standingOf(ada);
    assert.deepEqual(
      [standing.isPending, standing.isRejected, standing.rejectReasons],
      [false, true, ["not_delivered"]],
    );
  }
});
