// Guards: mail to an address that nobody has confirmed carries nothing that its sender chose, and comes seldom.
import assert from "node:assert/strict";
import { test } from "node:test";
import { giveName } from "#contract/people/accounts.ts";
import * as calls from "#contract/people/sign-in/auth.ts";
import { changeSetting } from "../../reference/settings/index.ts";
import { aUser, TEST_PASSWORD, testApp } from "../../testing/index.ts";
import { sendNotifications } from "../../reach/notifications/channels/sending/notification.ts";

const app = await testApp();
const { client, db, moveClock, owner } = app;
// Before the bound their browsers would have to work.
await db.tx((tx) => changeSetting(tx, { name: "auth.puzzle_after", value: 1000, changedBy: null }));

const form = (email: string) => ({
  email,
  password: TEST_PASSWORD,
});
const mailsTo = async (pattern: string) =>
  (
    await owner.query<{ text: string }>(
      "select to_address || ' ' || subject || ' ' || body_text as text from mails where to_address ~ $1 order by id",
      [pattern],
    )
  ).rows.map(({ text }) => text);

test("a code for an address that is not confirmed comes without the names that were typed in", async () => {
  const person = client();
  const chosen = { ...form("stranger@example.org"), username: "CallMeAt555" };
  assert.equal((await person.call(calls.register, { body: chosen })).status, 200);
  const name = { first_name: "Winner! Visit-prizes", last_name: "Claim-now", birth_date: "1986-12-09" };
  assert.equal((await person.call(giveName, { body: { ...name, country_iso: "US" } })).status, 200);
  await person.call(calls.changeUnconfirmedEmail, { body: { email: "stranger2@example.org" } });
  await moveClock(61_000);
  await person.call(calls.resendEmailCode);
  await person.call(calls.changeUnconfirmedEmail, { body: { email: "stranger3@example.org" } });
  await moveClock(61_000);
  await person.call(calls.changeUnconfirmedEmail, { body: { email: "stranger3@example.org" } });
  const mails = await mailsTo("^stranger");
  assert.equal(mails.length, 3);
  for (const mail of mails) assert.doesNotMatch(mail, /Winner|prizes|Claim|CallMe/, mail);
});

test("a notification is not mailed before the address is confirmed", async () => {
  const userId = await db.tx((tx) => aUser(tx, { email: "unsure@example.org", emailConfirmed: false }));
  await db.tx((tx) =>
    sendNotifications(tx, [
      {
        userId,
        kind: "trade_started",
        subject: "x",
        details: {},
        link: "/",
        at: tx.now,
        facts: () => [],
        mailKey: "x",
      },
    ]),
  );
  assert.deepEqual(await mailsTo("^unsure"), []);
});

test("one mailbox gets five such emails an hour, for all callers and every spelling of the address", async () => {
  const codes: string[] = [];
  const ask = async (email: string) => {
    const { code, status } = await client().call(calls.register, { body: form(email) });
    codes.push(code || String(status));
  };
  for (const email of ["b@flood.org", "B+1@flood.org", "b+2@flood.org", "b+3@flood.org", "b+4@flood.org"])
    await ask(email);
  await ask("b+5@flood.org");
  await ask("c@flood.org");
  assert.deepEqual(codes, ["200", "200", "200", "200", "200", "auth.throttled", "200"]);
  assert.equal((await mailsTo("^[bB].*flood.org$|^[bB](\\+.)?@flood.org ")).length, 5);
  const changing = client();
  await changing.call(calls.register, { body: form("d@flood.org") });
  await moveClock(61_000);
  const changed = await changing.call(calls.changeUnconfirmedEmail, { body: { email: "b+6@flood.org" } });
  assert.equal(changed.code, "auth.throttled");
  await moveClock(3_600_000);
  assert.equal((await client().call(calls.register, { body: form("b+5@flood.org") })).status, 200);
});

test("one network has a hundred such mails an hour sent, and others still theirs", async () => {
  await moveClock(3_700_000);
  const spammer = () => client("", "203.0.113.66");
  assert.equal((await spammer().call(calls.register, { body: form("v0@victims.org") })).status, 200);
  await owner.query(
    `insert into failed_attempts (subject, at)
     select 'mail-from:203.0.113.66', market_now() from generate_series(1, 99)`,
  );
  assert.equal((await spammer().call(calls.register, { body: form("v1@victims.org") })).code, "auth.throttled");
  assert.equal((await client().call(calls.register, { body: form("v2@victims.org") })).status, 200);
});
