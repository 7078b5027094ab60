// Guards: guesses at a password are bounded by where they come from and altogether, however many are made at once; the owner gets in.
import assert from "node:assert/strict";
import { test } from "node:test";
import { changeSetting } from "../../reference/settings/index.ts";
import * as calls from "#contract/people/sign-in/auth.ts";
import { SignerSilent } from "../../platform/outside/signer/signer.ts";
import { TEST_PASSWORD, type TestClient, testApp } from "../../testing/index.ts";
import { countAttempt } from "./attempts/attempts.ts";

const app = await testApp();
const { client, db, moveClock, owner } = app;
// Before the bounds their browsers would have to work.
await db.tx((tx) => changeSetting(tx, { name: "auth.puzzle_after", value: 1000, changedBy: null }));

let serial = 0;
/** A new account, and the browser in which it was made. */
async function anOwner() {
  const email = `owner${serial++}@example.org`;
  const browser = client("", "198.51.100.7");
  const body = {
    email,
    password: TEST_PASSWORD,
  };
  assert.equal((await browser.call(calls.register, { body })).status, 200);
  await owner.query(
    "update users set email_confirmed_at = market_now(), named_at = market_now() where email_confirmed_at is null",
  );
  return { email, browser };
}
const tries = async (who: TestClient, email: string, password: string) =>
  (await who.call(calls.login, { body: { email, password } })).code || "in";
/** So many wrong guesses one after the other. */
async function guesses(from: string, email: string, times: number) {
  const codes = [];
  for (let guess = 0; guess < times; guess++) codes.push(await tries(client("", from), email, `wrong guess ${guess}`));
  return codes;
}
/** As if so many strangers had guessed just now, each from a place of their own. */
const strangersGuessed = (email: string, times: number) =>
  owner
    .query(
      `insert into failed_attempts (subject, at)
     select subject, market_now()
     from (select distinct subject from failed_attempts where subject ~ '^login:[^:]+$' order by subject) as seen, generate_series(1, $1)
     where subject = (select subject from failed_attempts where subject ~ '^login:[^:]+$' order by id desc limit 1)`,
      [times],
    )
    .then(({ rowCount }) => assert.equal(rowCount, times, email));

test("ten wrong guesses close the account to that address for a quarter of an hour, even with the right password", async () => {
  const { email } = await anOwner();
  const codes = await guesses("203.0.113.5", email, 11);
  assert.deepEqual(codes, [...Array(10).fill("auth.wrong_credentials"), "auth.throttled"]);
  assert.equal(await tries(client("", "203.0.113.5"), email, TEST_PASSWORD), "auth.throttled");
  await moveClock(13 * 60_000);
  assert.equal(await tries(client("", "203.0.113.5"), email, TEST_PASSWORD), "auth.throttled");
  await moveClock(2 * 60_000 + 1000);
  assert.equal(await tries(client("", "203.0.113.5"), email, TEST_PASSWORD), "in");
});

test("a stranger who guesses does not lock the owner out, at another address or behind the same one in a known browser", async () => {
  const { email, browser } = await anOwner();
  await guesses("198.51.100.7", email, 11);
  assert.equal(await tries(client("", "198.51.100.7"), email, TEST_PASSWORD), "auth.throttled", "an unknown browser");
  assert.equal(await tries(client("", "192.0.2.77"), email, TEST_PASSWORD), "in", "another address");
  assert.equal(await tries(browser, email, TEST_PASSWORD), "in", "the known browser");
  assert.equal(await tries(browser, email, TEST_PASSWORD), "in", "the known browser under its next token");
});

test("thirty guesses at once count like thirty one after the other: ten are checked", async () => {
  const { email } = await anOwner();
  for (const known of [true, false]) {
    const asked = Array.from({ length: 30 }, (_, guess) =>
      tries(client("", "203.0.113.9"), known ? email : `un${email}`, `wrong guess ${guess}`),
    );
    const codes = await Promise.all(asked);
    assert.equal(codes.filter((code) => code === "auth.wrong_credentials").length, 10);
    assert.equal(codes.filter((code) => code === "auth.throttled").length, 20);
  }
});

test("attempts that several processes count at once are counted in turn", async () => {
  const place = { secret: "login:raced", from: "from:203.0.113.40", isStrange: true };
  const counted = await Promise.allSettled(Array.from({ length: 30 }, () => db.tx((tx) => countAttempt(tx, place))));
  assert.equal(counted.filter(({ status }) => status === "fulfilled").length, 10);
});

test("guesses from everywhere are bounded together, and the browser that the owner knows is counted apart", async () => {
  const { email, browser } = await anOwner();
  await guesses("203.0.113.20", email, 1);
  await strangersGuessed(email, 98);
  assert.deepEqual(await guesses("203.0.113.21", email, 2), ["auth.wrong_credentials", "auth.throttled"]);
  assert.equal(await tries(client("", "203.0.113.22"), email, TEST_PASSWORD), "auth.throttled");
  assert.equal(await tries(browser, email, TEST_PASSWORD), "in");
  await moveClock(23 * 3_600_000);
  assert.equal(await tries(client("", "203.0.113.22"), email, TEST_PASSWORD), "auth.throttled");
  await moveClock(3_700_000);
  assert.equal(await tries(client("", "203.0.113.22"), email, TEST_PASSWORD), "in");
});

test("a known browser has ten guesses too, and is known for the accounts only that were signed in to in it", async () => {
  const { email, browser } = await anOwner();
  const other = await anOwner();
  for (let guess = 0; guess < 10; guess++) await tries(browser, email, `wrong guess ${guess}`);
  assert.equal(await tries(browser, email, TEST_PASSWORD), "auth.throttled");
  assert.equal(await tries(client("", "192.0.2.8"), email, TEST_PASSWORD), "in", "elsewhere all is well");
  await guesses("198.51.100.7", other.email, 10);
  assert.equal(await tries(browser, other.email, TEST_PASSWORD), "auth.throttled", "a stranger's browser");
});

test("right passwords count nothing, and the guesses of others stay counted when the owner signs in", async () => {
  const { email, browser } = await anOwner();
  await guesses("203.0.113.30", email, 9);
  for (let time = 0; time < 12; time++) assert.equal(await tries(browser, email, TEST_PASSWORD), "in");
  assert.deepEqual(await guesses("203.0.113.30", email, 2), ["auth.wrong_credentials", "auth.throttled"]);
});

test("a session in which passwords are guessed is closed to proofs, and the owner's other sessions are not", async () => {
  const { email, browser } = await anOwner();
  const second = client("", "192.0.2.9");
  await tries(second, email, TEST_PASSWORD);
  const wanted = { kind: "release", id: "NeverWasATrade" } as const;
  const prove = async (who: TestClient, password: string) =>
    (await who.call(calls.prove, { body: { for: wanted, password } })).code;
  const asked = Array.from({ length: 15 }, (_, guess) => prove(second, `wrong guess ${guess}`));
  const codes = await Promise.all(asked);
  assert.equal(codes.filter((code) => code === "auth.password_wrong").length, 10);
  assert.equal(await prove(second, TEST_PASSWORD), "auth.throttled");
  assert.equal(await prove(browser, TEST_PASSWORD), "auth.nothing_to_prove", "it was the right one");
});

test("while the signer is away users are refused as busy, and no try is counted", async () => {
  const { email } = await anOwner();
  const { verifier } = app.ports;
  const { checkPassword } = verifier;
  Object.assign(verifier, { checkPassword: () => Promise.reject(new SignerSilent("it was killed")) });
  const from = "203.0.113.60";
  const codes = [];
  for (let time = 0; time < 12; time++) codes.push(await tries(client("", from), email, TEST_PASSWORD));
  Object.assign(verifier, { checkPassword });
  assert.deepEqual(codes, Array(12).fill("auth.busy"));
  assert.equal(await tries(client("", from), email, TEST_PASSWORD), "in");
});
