// Guards: a session ends unused, ends in any case, and changes its token when it may more; the previous token is worth nothing.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as calls from "#contract/people/sign-in/auth.ts";
import { ids } from "../../platform/ids.ts";
import { playRecordedRates } from "../../money/rates/index.ts";
import { grantRole } from "../accounts/index.ts";
import { changeSetting } from "../../reference/settings/index.ts";
import { aUser, signIn, TEST_PASSWORD, type TestClient, testApp } from "../../testing/index.ts";

const app = await testApp();
const { client, db, moveClock, owner } = app;
const HOUR = 3_600_000;

let serial = 0;
const form = () => ({
  email: `rotating${serial++}@example.org`,
  password: TEST_PASSWORD,
});
const isIn = async (who: TestClient) => (await who.call(calls.listSessions)).status === 200;
/** A send-out to prove for the last registered user, below the password's limit. */
async function aQuote() {
  const id = ids.hash();
  await db.tx(playRecordedRates);
  await owner.query(
    `insert into send_out_quotes (hash, user_id, currency, destination, units, fee_units, usd_value, created_at, expires_at)
     select $1, max(id), 'ETH', 'there', 1, 1, 1, market_now(), market_now() + interval '1 hour'
     from users`,
    [id],
  );
  return { kind: "send_out", id } as const;
}
const NOTHING = "NeverWasATrade";
const signedIn = () => db.tx(async (tx) => signIn(tx, await aUser(tx)));

test("a session that nobody uses for seven days ends, and one that is used does not", async () => {
  const [unused, used] = [client(await signedIn()), client(await signedIn())];
  await moveClock(167 * HOUR);
  assert.ok(await isIn(used));
  await moveClock(2 * HOUR);
  assert.ok(!(await isIn(unused)));
  assert.ok(await isIn(used));
});

test("a session ends after thirty days however much it is used", async () => {
  const used = client(await signedIn());
  for (let day = 0; day < 29; day += 1) {
    await moveClock(24 * HOUR);
    assert.ok(await isIn(used), `day ${day}`);
  }
  await moveClock(25 * HOUR);
  assert.ok(!(await isIn(used)));
});

test("both ends are settings, which hold for the sessions that begin then", async () => {
  const before = client(await signedIn());
  await db.tx(async (tx) => {
    await changeSetting(tx, { name: "auth.session_idle_hours", value: 1, changedBy: null });
    await changeSetting(tx, { name: "auth.session_days", value: 1, changedBy: null });
  });
  const [idle, busy] = [client(await signedIn()), client(await signedIn())];
  await moveClock(HOUR + 60_000);
  assert.ok(!(await isIn(idle)));
  assert.ok(!(await isIn(busy)));
  const later = client(await signedIn());
  for (let half = 0; half < 47; half += 1) {
    await moveClock(HOUR / 2);
    assert.ok(await isIn(later));
  }
  await moveClock(HOUR / 2 + 1000);
  assert.ok(!(await isIn(later)));
  assert.ok(await isIn(before));
  await owner.query("delete from settings where name like 'auth.%'");
});

test("signing in again in the same browser ends the earlier session", async () => {
  const mine = form();
  const browser = client();
  await browser.call(calls.register, { body: mine });
  const first = browser.token;
  await browser.call(calls.login, { body: { email: mine.email, password: mine.password } });
  assert.notEqual(browser.token, first);
  assert.ok(!(await isIn(client(first))));
  assert.equal((await browser.call(calls.listSessions)).data.length, 1);
  const second = browser.token;
  await browser.call(calls.register, { body: form() });
  assert.ok(!(await isIn(client(second))));
  assert.ok(await isIn(browser));
});

test("a password that is shown and an email that is confirmed exchange the token, under which the page goes on", async () => {
  const mine = form();
  const browser = client();
  await browser.call(calls.register, { body: mine });
  const { rows } = await owner.query("select body_text from mails where to_address = $1", [mine.email]);
  const code = /\b(\d{6})\b/.exec(rows[0].body_text)?.[1] ?? "";
  for (const step of [
    () => browser.call(calls.verifyEmailCode, { body: { code } }),
    async () => browser.call(calls.prove, { body: { for: await aQuote(), password: mine.password } }),
  ]) {
    const before = browser.token;
    const page = app.app.forgery.tokenOf(before);
    assert.equal((await step()).status, 200);
    assert.notEqual(browser.token, before);
    assert.ok(!(await isIn(client(before))), "the previous token");
    assert.ok(await isIn(browser));
    assert.equal(app.app.forgery.tokenOf(browser.token), page, "an open page would have to be loaded again");
    assert.equal((await browser.call(calls.listSessions)).data.length, 1);
  }
  const before = browser.token;
  assert.equal(
    (await browser.call(calls.prove, { body: { for: { kind: "release", id: NOTHING }, password: "wrong" } })).code,
    "auth.password_wrong",
  );
  assert.equal(browser.token, before, "a wrong one exchanges nothing");
});

test("passwords that are shown at once exchange the token once, and the browser stays signed in", async () => {
  const mine = form();
  const browser = client();
  await browser.call(calls.register, { body: mine });
  const wanted = await aQuote();
  const prove = () => browser.call(calls.prove, { body: { for: wanted, password: mine.password } });
  const answers = await Promise.all([prove(), prove(), prove()]);
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  );
  assert.equal(answers.filter(({ headers }) => headers["set-cookie"]).length, 1);
  assert.ok(await isIn(browser));
});

test("a role that is granted ends the earlier sessions", async () => {
  const userId = await db.tx((tx) => aUser(tx));
  const before = client(await db.tx((tx) => signIn(tx, userId)));
  await moveClock(1000);
  await db.tx((tx) => grantRole(tx, { userId, role: "moderator" }));
  assert.ok(!(await isIn(before)));
  assert.ok(await isIn(client(await db.tx((tx) => signIn(tx, userId)))));
});
