// Guards: what an account refuses its owner, asked over HTTP: names, bio, settings, relations, email, sessions.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as accounts from "#contract/people/accounts.ts";
import * as auth from "#contract/people/sign-in/auth.ts";
import * as wallet from "#contract/products/wallet/wallet.ts";
import { changeSetting } from "../../reference/settings/index.ts";
import { aPerson, aUser, signIn, TEST_PASSWORD, testApp } from "../../testing/index.ts";

const app = await testApp();
const { db, client, owner } = app;
const me = await aPerson(app);
await db.tx((tx) => aUser(tx, { username: "first_come" }));

const save = (body: object) => me.client.call(accounts.saveSettings, { body });
const rename = (username: string) => me.client.call(accounts.setUsername, { body: { username } });

test("a username that is taken or reserved is refused, whatever its case and look-alike letters", async () => {
  assert.equal((await rename("First_Come")).code, "auth.username_taken");
  for (const name of ["admin", "Supp0rt", "m0derat0r", "Par1ey_team"])
    assert.equal((await rename(name)).code, "auth.username_reserved", name);
});

test("a username is changed once, and the second time refused", async () => {
  assert.equal((await rename("second_name")).status, 200);
  assert.equal((await rename("third_name")).code, "auth.username_final");
  assert.equal((await rename("second_name")).status, 200, "the same name again changes nothing");
});

test("a bio has 180 letters, 30 words and 5 lines at most, and no contact details", async () => {
  for (const length of [181, 601, 190_000]) assert.equal((await save({ bio: "x".repeat(length) })).code, "bio_max");
  assert.equal((await save({ bio: "x".repeat(180) })).status, 200);
  assert.equal((await save({ bio: "a ".repeat(31) })).code, "bio_limit");
  assert.equal((await save({ bio: "a ".repeat(30) })).status, 200);
  assert.equal((await save({ bio: "a\n\n\n\n\nb" })).code, "bio_limit");
  assert.equal((await save({ bio: "a\n\n\n\nb" })).status, 200);
  for (const bio of ["ada@example.org", "ada (at) example dot org www.x.de", "find me at t.me/ada", "+49 170 1234567"])
    assert.equal((await save({ bio })).code, "bio_contact_error", bio);
});

test("each setting takes what it names only, and is refused on its own field", async () => {
  for (const [field, value] of [
    ["locale", "zz"],
    ["currency_code", "ZZZ"],
    ["timezone", "Mars/Olympus"],
  ] as const) {
    const answer = await save({ [field]: value });
    assert.equal(answer.code, "account.settings_invalid", `${field} ${value}`);
    assert.deepEqual(Object.keys((answer.body.errors as { details: object }).details), [field]);
  }
});

test("what is wrong with the bio and the interval is said by the codes of the given API, both at once, with what is allowed", async () => {
  const faultsOf = async (body: object) => (await save(body)).body.errors as { code: string; details: object };
  for (const typed of ["abc", "", "1.5"]) {
    const { code, details } = await faultsOf({ notify_trade_messages_interval: typed });
    assert.equal(code, "notification_digits_error", typed);
    assert.deepEqual(Object.keys(details), ["notify_trade_messages_interval"]);
  }
  for (const typed of ["0", "1441", "9999999"]) {
    const { details } = await faultsOf({ notify_trade_messages_interval: typed });
    const message = "Choose 1 to 1440 minutes.";
    assert.deepEqual(details, { notify_trade_messages_interval: [{ code: "notification_error", message }] });
  }
  const { details } = await faultsOf({ bio: "a ".repeat(31), notify_trade_messages_interval: "5000" });
  assert.deepEqual(details, {
    bio: [{ code: "bio_limit", message: "The bio has 30 words and 5 lines at most." }],
    notify_trade_messages_interval: [{ code: "notification_error", message: "Choose 1 to 1440 minutes." }],
  });
});

test("an interval that fits is kept", async () => {
  assert.equal((await save({ notify_trade_messages_interval: "1" })).status, 200);
  const { rows } = await owner.query("select notify_interval_min from users where id = $1", [me.id]);
  assert.equal(rows[0].notify_interval_min, 1);
  const { data } = await save({ notify_trade_messages_interval: 20 });
  assert.equal(data.notifyTradeMessagesInterval, 20, "a number, as the answer has it");
});

test("nobody trusts or blocks themselves, or a user who does not exist", async () => {
  const { username } = (await me.client.call(accounts.getCurrentUser)).data;
  const relate = (name: string) =>
    me.client.call(accounts.changeRelation, { params: { username: name }, body: { action: "trusted" } });
  assert.equal((await relate(username)).code, "account.self_relation");
  assert.equal((await relate("never_was")).code, "account.not_found");
});

test("a confirmed email is not confirmed or exchanged again, and without one there are no addresses", async () => {
  const answers = [
    await me.client.call(auth.resendEmailCode),
    await me.client.call(auth.verifyEmailCode, { body: { code: "000000" } }),
    await me.client.call(auth.changeUnconfirmedEmail, { body: { email: "other@example.org" } }),
  ];
  for (const { code } of answers) assert.equal(code, "auth.email_already_confirmed");
  const token = await db.tx(async (tx) => signIn(tx, await aUser(tx, { emailConfirmed: false })));
  const answer = await client(token).call(wallet.createDepositAddress, { params: { code: "BTC" } });
  assert.equal(answer.code, "auth.email_unconfirmed");
});

test("signing one device out leaves every other device, of oneself and of others, signed in", async () => {
  const mine = {
    email: "three-devices@example.org",
    password: TEST_PASSWORD,
  };
  const devices = [client(), client(), client()] as const;
  await devices[0].call(auth.register, { body: mine });
  for (const device of devices.slice(1))
    await device.call(auth.login, { body: { email: mine.email, password: mine.password } });
  const third = (await devices[2].call(auth.listSessions)).data.find(({ isCurrent }) => isCurrent);
  const left = await devices[0].call(auth.endSession, { params: { id: third?.id ?? "" } });
  assert.equal(left.data.length, 2);
  const codes = [];
  for (const device of [...devices, me.client]) codes.push((await device.call(auth.listSessions)).code);
  assert.deepEqual(codes, ["", "", "auth.required", ""]);
  await devices[0].call(auth.endOtherSessions);
  assert.equal((await devices[1].call(auth.listSessions)).code, "auth.required");
  assert.equal((await devices[0].call(auth.listSessions)).data.length, 1);
  assert.equal((await me.client.call(auth.listSessions)).status, 200);
});

test("how long a username is and how often it is changed is what staff set", async () => {
  const other = await aPerson(app);
  const set = (
    name: "accounts.username_least" | "accounts.username_most" | "accounts.username_changes",
    value: number,
  ) => db.tx((tx) => changeSetting(tx, { name, value, changedBy: null }));
  const named = (username: string) => other.client.call(accounts.setUsername, { body: { username } });
  await set("accounts.username_least", 6);
  await set("accounts.username_most", 8);
  await set("accounts.username_changes", 2);
  for (const name of ["lemon", "lemontree", "l".repeat(41), "l".repeat(5000), "lemön"]) {
    const { code, body } = await named(name);
    assert.equal(code, "auth.username_form", name);
    assert.match(JSON.stringify(body), /A username has 6 to 8 characters/);
  }
  assert.equal((await named("lemons")).code, "");
  assert.equal((await named("lemonade")).code, "");
  assert.equal((await named("lemontr")).code, "auth.username_final");
  await owner.query("delete from settings where name like 'accounts.username%'");
});

test("no setting leaves a range empty, and a user who chooses no name gets one at any length limits", async () => {
  const set = (name: "accounts.username_least" | "accounts.username_most", value: number) =>
    db.tx((tx) => changeSetting(tx, { name, value, changedBy: null }));
  await set("accounts.username_least", 15);
  await assert.rejects(set("accounts.username_most", 14), { code: "settings.value" });
  await set("accounts.username_least", 20);
  const body = { email: "nameless@example.org", password: TEST_PASSWORD };
  assert.equal((await app.client().call(auth.register, { body })).code, "");
  await owner.query("delete from settings where name like 'accounts.username%'");
});

test("how long a bio and the minutes between emails may be is what staff set, and the refusal says it", async () => {
  const set = (name: string, value: number) =>
    app.owner.query(
      `insert into settings (name, value, changed_at) values ($1, $2, market_now())
       on conflict (name) do update set value = excluded.value`,
      [`accounts.${name}`, String(value)],
    );
  await set("bio_letters", 40);
  await set("bio_words", 6);
  await set("interval_minutes", 60);
  assert.equal((await save({ bio: "x".repeat(41) })).code, "bio_max");
  assert.equal((await save({ bio: "x".repeat(40) })).code, "");
  assert.equal((await save({ bio: "a b c d e f g" })).code, "bio_limit");
  const over = await save({ notify_trade_messages_interval: "61" });
  assert.equal(over.code, "notification_error");
  assert.match(JSON.stringify(over.body), /60/);
  assert.equal((await save({ notify_trade_messages_interval: "60" })).code, "");
  await app.owner.query("delete from settings where name like 'accounts.%'");
});
