// Guards: joining, signing in and confirming work as a person meets them, and guessing does not.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as accounts from "#contract/people/accounts.ts";
import * as calls from "#contract/people/sign-in/auth.ts";
import { changeSetting } from "../../reference/settings/index.ts";
import { forgetOldFailures } from "./attempts/attempts.ts";
import { aUser, signIn, TEST_PASSWORD, testApp } from "../../testing/index.ts";

const { client, db, owner, moveClock } = await testApp();

let serial = 0;
const form = () => ({
  email: `person${serial++}@example.org`,
  password: TEST_PASSWORD,
});

async function mailedCode(email: string): Promise<string> {
  const { rows } = await owner.query("select body_text from mails where to_address = $1 order by id desc limit 1", [
    email,
  ]);
  return /\b(\d{6})\b/.exec(rows[0].body_text)?.[1] ?? "";
}

test("a newcomer registers, gets a code by mail, confirms with it, and is signed in all the while", async () => {
  const person = client();
  const mine = form();
  const made = await person.call(calls.register, { body: mine });
  assert.equal(made.status, 200);
  assert.equal(made.body.redirectTo, "/verify-email");
  const wrong = await person.call(calls.verifyEmailCode, { body: { code: "000000" } });
  assert.equal(wrong.code, "auth.code_wrong");
  const right = await person.call(calls.verifyEmailCode, { body: { code: await mailedCode(mine.email) } });
  assert.equal(right.status, 200);
  assert.equal((await person.call(calls.listSessions)).data.length, 1);
});

test("a wrong code is counted although it is refused: after five tries the right one is worth nothing", async () => {
  const person = client();
  const mine = form();
  await person.call(calls.register, { body: mine });
  for (let attempt = 0; attempt < 5; attempt++) await person.call(calls.verifyEmailCode, { body: { code: "000000" } });
  const late = await person.call(calls.verifyEmailCode, { body: { code: await mailedCode(mine.email) } });
  assert.equal(late.code, "auth.code_expired");
});

test("a code is worth nothing after ten minutes, and a new one can be asked for after one", async () => {
  const person = client();
  const mine = form();
  await person.call(calls.register, { body: mine });
  assert.equal((await person.call(calls.resendEmailCode)).code, "auth.throttled");
  await moveClock(10 * 60_000 + 1000);
  const late = await person.call(calls.verifyEmailCode, { body: { code: await mailedCode(mine.email) } });
  assert.equal(late.code, "auth.code_expired");
  assert.equal((await person.call(calls.resendEmailCode)).status, 200);
  assert.equal(
    (await person.call(calls.verifyEmailCode, { body: { code: await mailedCode(mine.email) } })).status,
    200,
  );
});

test("weak passwords are refused, long plain ones are taken", async () => {
  for (const password of ["short", "1234567890", "passwordpassword", "qwertyuiop", "aaaaaaaaaaaa"]) {
    const answer = await client().call(calls.register, { body: { ...form(), password } });
    assert.equal(answer.code, "auth.password_weak", password);
  }
});

test("how long a password is at least is what staff set, and the refusal says it", async () => {
  const chosen = (password: string) => client().call(calls.register, { body: { ...form(), password } });
  await db.tx((tx) => changeSetting(tx, { name: "accounts.password_letters", value: 20, changedBy: null }));
  const short = await chosen("amber otter sails h");
  assert.equal(short.code, "auth.password_weak");
  assert.match(JSON.stringify(short.body), /20/);
  assert.equal((await chosen("amber otter sails ho")).code, "");
  await db.tx((tx) => changeSetting(tx, { name: "accounts.password_letters", value: 10, changedBy: null }));
});

test("of browsers that nobody signs in with any more the last one stays known, or the next would count as the first", async () => {
  const userId = await db.tx((tx) => aUser(tx));
  await owner.query(
    `insert into known_devices select $1, decode(md5(n::text), 'hex'), market_now() - n * interval '200 days' from generate_series(1, 4) as n`,
    [userId],
  );
  const known = async () => (await owner.query("select from known_devices where user_id = $1", [userId])).rows.length;
  await forgetOldFailures(db);
  assert.equal(await known(), 1);
  await db.tx((tx) => changeSetting(tx, { name: "retention.log_days", value: 30, changedBy: null }));
  await forgetOldFailures(db);
  assert.equal(await known(), 1);
  await db.tx((tx) => changeSetting(tx, { name: "retention.log_days", value: 365, changedBy: null }));
});

test("an unknown e-mail is answered exactly like a wrong password", async () => {
  const answer = await client().call(calls.login, {
    body: { email: "nobody@example.org", password: "whatever it is" },
  });
  assert.equal(answer.code, "auth.wrong_credentials");
});

test("signing out ends the session at once, and another device can be signed out from here", async () => {
  const mine = form();
  const first = client();
  await first.call(calls.register, { body: mine });
  const second = client();
  await second.call(calls.login, { body: { email: mine.email, password: mine.password } });
  const sessions = await first.call(calls.listSessions);
  const other = sessions.data.find((session) => !session.isCurrent);
  assert.ok(other);
  await first.call(calls.endSession, { params: { id: other.id } });
  assert.equal((await second.call(calls.listSessions)).code, "auth.required");
  const token = first.token;
  await first.call(calls.logout);
  assert.equal((await client(token).call(calls.listSessions)).code, "auth.required");
});

test("a stranger cannot end another user's session", async () => {
  const token = await db.tx(async (tx) => signIn(tx, await aUser(tx)));
  const stranger = await db.tx(async (tx) => signIn(tx, await aUser(tx)));
  const mine = await client(token).call(calls.listSessions);
  const id = mine.data[0]?.id ?? "";
  assert.equal((await client(stranger).call(calls.endSession, { params: { id } })).status, 404);
  assert.equal((await client(token).call(calls.listSessions)).status, 200);
});

test("a registration that is sent again under its key makes no second account, and nobody else is answered from it", async () => {
  const mine = form();
  const key = "register-once-1";
  // Both are sent before a session is there, as a browser repeats what had no answer.
  const person = client();
  const [one, two] = await Promise.all([
    person.call(calls.register, { body: mine, key }),
    person.call(calls.register, { body: mine, key }),
  ]);
  const codes = [one.code, two.code].sort();
  assert.ok(codes[0] === "" && ["", "idempotency.in_flight"].includes(codes[1] ?? ""), codes.join());
  const stranger = await client().call(calls.register, { body: mine, key });
  assert.equal(stranger.status, 200);
  const { rows } = await owner.query("select count(*)::int as n from mails where to_address = $1", [mine.email]);
  assert.equal(rows[0].n, 2, "one for the browser that asked twice, one for the stranger who asked once");
});

test("trusting takes a block away, and the counts follow", async () => {
  const [me, other] = await db.tx(
    async (tx) => [await aUser(tx), await aUser(tx, { username: "friendly_fox" })] as const,
  );
  const token = await db.tx((tx) => signIn(tx, me));
  const mine = client(token);
  const params = { username: "friendly_fox" };
  assert.deepEqual((await mine.call(accounts.changeRelation, { params, body: { action: "blocked" } })).data, {
    isTrusted: false,
    isBlocked: true,
  });
  assert.equal((await mine.call(accounts.listBlocked)).data.length, 1);
  assert.deepEqual((await mine.call(accounts.changeRelation, { params, body: { action: "trusted" } })).data, {
    isTrusted: true,
    isBlocked: false,
  });
  assert.equal((await mine.call(accounts.listBlocked)).data.length, 0);
  const { rows } = await owner.query("select trusted_count, blocked_count from user_reputation where user_id = $1", [
    other,
  ]);
  assert.deepEqual(rows[0], { trusted_count: 1, blocked_count: 0 });
});
