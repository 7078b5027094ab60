// Guards: no answer reveals whether an address has an account; its owner learns by mail that it was typed in.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as calls from "#contract/people/sign-in/auth.ts";
import { TEST_PASSWORD, type TestClient, testApp } from "../../testing/index.ts";

const app = await testApp();
const { client, moveClock, owner } = app;

const form = (email: string, password = TEST_PASSWORD) => ({
  email,
  password,
});
const lastMail = async (email: string) => {
  const { rows } = await owner.query<{ subject: string; body_text: string }>(
    "select subject, body_text from mails where lower(to_address) = lower($1) order by id desc limit 1",
    [email],
  );
  return rows[0] ?? { subject: "", body_text: "" };
};
const codeOf = async (email: string) => /\b(\d{6})\b/.exec((await lastMail(email)).body_text)?.[1];
const confirm = async (who: TestClient, code = "") => who.call(calls.verifyEmailCode, { body: { code } });

const KNOWN = "has-account@example.org";
const holder = client();
await holder.call(calls.register, { body: form(KNOWN) });
assert.equal((await confirm(holder, await codeOf(KNOWN))).status, 200);

/** What a caller can learn from an answer: everything but its random parts. */
const shown = ({ status, body, headers }: { status: number; body: unknown; headers: Record<string, unknown> }) => ({
  status,
  body: JSON.stringify(body)
    .replace(/"requestId":"\w+"/, "")
    .replace(/(has|no)-account\d?/gi, "some-account"),
  cookies: [headers["set-cookie"] ?? []].flat().map((cookie) => String(cookie).split("=")[0]),
});

test("registering, signing in, confirming, asking again and correcting answer alike for known and unknown addresses", async () => {
  const answers = [];
  for (const email of [KNOWN, "no-account@example.org"]) {
    const person = client("", "203.0.113.8");
    const elsewhere = client("", "203.0.113.8");
    const password = "quiet amber lantern";
    const seen = [shown(await person.call(calls.register, { body: form(email.toUpperCase(), password) }))];
    seen.push(shown(await confirm(person, "000000")));
    seen.push(shown(await person.call(calls.resendEmailCode)));
    await moveClock(61_000);
    seen.push(shown(await person.call(calls.resendEmailCode)));
    seen.push(shown(await elsewhere.call(calls.login, { body: { email, password: "not the password" } })));
    seen.push(shown(await elsewhere.call(calls.login, { body: { email, password } })));
    const other = client("", "203.0.113.8");
    await other.call(calls.register, { body: form(`other-${email}`) });
    await moveClock(61_000);
    seen.push(shown(await other.call(calls.changeUnconfirmedEmail, { body: { email } })));
    answers.push(seen);
  }
  assert.deepEqual(answers[0], answers[1]);
  assert.deepEqual(
    answers[0]?.map(({ status }) => status),
    [200, 422, 429, 200, 422, 200, 200],
  );
});

test("the owner of an address learns by mail that it was typed in, and no code goes to anybody", async () => {
  const stranger = client();
  assert.equal((await stranger.call(calls.register, { body: form(KNOWN, "quiet amber lantern") })).status, 200);
  const mail = await lastMail(KNOWN);
  assert.match(mail.body_text, /already have an account/);
  assert.doesNotMatch(`${mail.subject}${mail.body_text}`, /\d{6}/);
  assert.doesNotMatch(mail.body_text, /Grace|Hopper/);
});

test("the account that confirmed an address keeps it, and both passwords lead to their own account", async () => {
  const signsIn = async (password: string) => {
    const who = client();
    const { status } = await who.call(calls.login, { body: { email: KNOWN, password } });
    const { rows } = await owner.query("select user_id from sessions order by id desc limit 1");
    return { status, userId: rows[0].user_id as string };
  };
  const mine = await signsIn(TEST_PASSWORD);
  const theirs = await signsIn("quiet amber lantern");
  assert.deepEqual([mine.status, theirs.status], [200, 200]);
  assert.notEqual(mine.userId, theirs.userId);
  const { rows } = await owner.query(
    "select id, email_confirmed_at is not null as confirmed from users where id = any($1)",
    [[mine.userId, theirs.userId]],
  );
  assert.deepEqual(
    new Map(rows.map(({ id, confirmed }) => [id, confirmed])),
    new Map([
      [mine.userId, true],
      [theirs.userId, false],
    ]),
  );
});

test("of two who wait for a code of the same mailbox the first to show it gets the address, the other is refused", async () => {
  const email = "two-wait@example.org";
  const [first, second] = [client(), client()];
  await first.call(calls.register, { body: form(email) });
  const firstCode = await codeOf(email);
  await second.call(calls.register, { body: form(email) });
  const secondCode = await codeOf(email);
  assert.equal((await confirm(second, secondCode)).status, 200);
  assert.equal((await confirm(first, firstCode)).code, "auth.email_taken");
  const { rows } = await owner.query(
    "select count(*)::int as n from users where email_confirmed_at is not null and email_index = (select email_index from users order by id desc limit 1)",
  );
  assert.equal(rows[0].n, 1);
});

test("a sign-in hashes as often for an address that has no account as for one that has", async () => {
  const times = async (email: string) => {
    const taken: number[] = [];
    for (let round = 0; round < 9; round++) {
      const begun = performance.now();
      await client("", `192.0.2.${round}`).call(calls.login, { body: { email, password: "not the password" } });
      taken.push(performance.now() - begun);
    }
    return taken.sort((a, b) => a - b)[4] ?? 0;
  };
  const [known, unknown] = [await times(KNOWN), await times("nobody-at-all@example.org")];
  assert.ok(known / unknown < 1.8 && unknown / known < 1.8, `${known} ms and ${unknown} ms`);
});
