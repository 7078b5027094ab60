// Guards: what runs beside a recovery does not get around it: send-outs wait as long as it does, proofs that were on their way count for
// nothing, the account does not close, no letter of it is kept back, and it ends by itself when nobody may go on with it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { getCurrentUser } from "#contract/people/accounts.ts";
import * as auth from "#contract/people/sign-in/auth.ts";
import * as calls from "#contract/compliance/recovery/recovery.ts";
import { ids } from "../../platform/ids.ts";
import { freshRates, testApp } from "../../testing/index.ts";
import { recoverable, recovering } from "../../testing/people/recovery.ts";
import { type NamedUser, aNamedUser } from "../../testing/people/restrictions.ts";

const app = await testApp({ poolSize: 12 });
const { owner, db, moveClock, runJob } = app;
await freshRates(app);
const staff = [await aNamedUser(app, "supermoderator"), await aNamedUser(app, "supermoderator")];
const { again, aVerified } = recoverable(app, await aNamedUser(app, "supermoderator"));
const { ask, browser, submitted, pending, look, approve, approved, waited, finish, stateOf, mailsTo, tokenAt } =
  recovering(app);
const NEW = "a wholly new phrase 47";
const HOUR = 3_600_000;
const fresh = () => Promise.all(staff.map(again));

const caseOf = async (reference: string) =>
  (await owner.query("select * from account_recoveries where reference = $1", [reference])).rows[0];
const holdsOf = async ({ id }: Pick<NamedUser, "id">, reason: string) =>
  (
    await owner.query("select from send_out_holds where user_id = $1 and reason = $2 and ends_at > market_now()", [
      id,
      reason,
    ])
  ).rows.length;

test("pending send-outs wait as long as the recovery runs, however late its owner is notified", async () => {
  const ada = await aVerified();
  await owner.query(
    `with quote as (
       insert into send_out_quotes (hash, user_id, currency, destination, units, fee_units, usd_value, created_at, expires_at)
       values ($2, $1, 'BTC', 'there', 1, 1, 1, market_now(), market_now()) returning *
     )
     insert into send_outs (hash, quote_id, user_id, currency, destination, units, fee_units, usd_value, status, created_at, due_at)
     select 'sent' || hash, id, user_id, currency, destination, units, fee_units, usd_value, 'pending', market_now(), market_now()
     from quote`,
    [ada.id, ids.hash()],
  );
  /** Hours from now until it leaves. */
  const left = async () => {
    const { rows } = await owner.query(
      "select extract(epoch from due_at - market_now())::float8 / 3600 as hours from send_outs where user_id = $1",
      [ada.id],
    );
    return Math.round(rows[0].hours);
  };
  const one = await approved(ada.username, await fresh());
  assert.equal(await left(), 72 + 72);
  await moveClock(50 * HOUR);
  await app.deliverEvents();
  assert.equal(await left(), 71 + 72, "from when they were notified");
  await moveClock(100 * HOUR);
  await runJob("open-recoveries");
  assert.equal((await caseOf(one.reference)).status, "ready");
  assert.equal(await left(), 72, "while the link works");
});

test("a proof that was on its way when a recovery was approved cannot be spent while it runs", async () => {
  const ada = await aVerified();
  await approved(ada.username, await fresh());
  await owner.query(
    `insert into proofs (user_id, subject, method, proved_at, expires_at)
     values ($1::bigint, 'close_account:' || $1::bigint, 'password', market_now(), market_now() + interval '5 minutes')`,
    [ada.id],
  );
  const spend = async () =>
    (await owner.query("select spend_proofs(array['close_account:' || $1::bigint], array[$1::bigint])", [ada.id])).rows
      .length;
  assert.equal(await spend(), 0);
  assert.equal((await (await again(ada)).client.call(calls.stopOwnRecovery)).status, 200);
  assert.equal(await spend(), 1);
});

test("an approval locks the account, and ends a change of email that is not finished", async () => {
  const [first, second] = await fresh();
  assert.ok(first && second);
  const [ada, grace] = [await aVerified(), await aVerified()];
  const one = await pending(ada.username);
  await owner.query(
    `insert into email_changes (user_id, email_sealed, email_index, code_hash, tries_left, asked_at, expires_at)
     values ($1, '\\x01', '\\x02', '\\x03', 5, market_now(), market_now() + interval '10 minutes')`,
    [ada.id],
  );
  for (const by of [first, second]) {
    await look(by, one.reference);
    assert.equal((await approve(by, one.reference)).status, 200);
  }
  const { rows } = await owner.query("select from email_changes where user_id = $1 and expires_at > market_now()", [
    ada.id,
  ]);
  assert.equal(rows.length, 0);
  const two = await pending(grace.username);
  for (const by of [first, second]) await look(by, two.reference);
  await approve(first, two.reference);
  const answer = await db.tx(async (tx) => {
    await tx.rows`select from users where id = ${grace.id} for update`;
    await tx.rows`insert into user_roles values (${grace.id}, 'moderator', market_now())`;
    const approving = approve(second, two.reference);
    await new Promise((settle) => setTimeout(settle, 600));
    return { approving };
  });
  assert.equal((await answer.approving).code, "recovery.staff_account", "what came before is seen");
});

test("a user who recovers a compromised account finds it open, and restrictions that staff set meanwhile stay", async () => {
  const [ada, eve] = [await aVerified(), await aVerified()];
  const compromise = ({ id }: NamedUser, by: NamedUser) =>
    owner.query(
      `insert into user_restrictions (user_id, state, reason_code, case_number, review_at, since, set_by, note)
       values ($1, 'compromised', 'account_taken', 'compromised' || $1::bigint, market_now() + interval '9 days',
         market_now(), $2, 'A stranger signed in.')`,
      [id, by.id],
    );
  const [mod, other] = (await fresh()) as [NamedUser, NamedUser];
  await compromise(ada, other);
  const ofAda = await approved(ada.username, [mod, other]);
  const ofEve = await approved(eve.username, [mod, other]);
  await compromise(eve, mod);
  const states = async ({ email }: { email: string }) => {
    const back = browser();
    assert.equal((await back.call(auth.login, { body: { email, password: NEW } })).status, 200);
    return (await back.call(getCurrentUser)).data;
  };
  await app.deliverEvents();
  await app.moveClock(72 * HOUR + 1000);
  await app.runJob("open-recoveries");
  for (const { email } of [ofAda, ofEve])
    assert.equal((await finish(await tokenAt(email, "recovered-account"), NEW)).code, "");
  assert.equal((await states(ofAda)).compromised, false);
  assert.equal((await states(ofEve)).compromised, true);
  const { rows } = await owner.query(
    "select lifted_by, lifted_why, (select count(*)::int from staff_acts act where act.act = 'restriction.lift' and act.staff_id = lifted_by and reason like case_number || ': %') as acts from user_restrictions where user_id = $1",
    [ada.id],
  );
  // The staff member who set it does not lift it.
  assert.deepEqual(rows, [{ lifted_by: String(mod.id), lifted_why: "You have recovered the account.", acts: 1 }]);
  await app.deliverEvents();
  assert.ok((await mailsTo(ofAda.email)).some((text) => text.includes("You have recovered the account.")));
});

test("no account closes in the middle of its recovery, and a user who recovers it keeps it", async () => {
  const ada = await aVerified();
  await owner.query(
    `insert into account_closures (user_id, reason, asked_at, due_at)
     values ($1, 'other', market_now(), market_now() + interval '1 day')`,
    [ada.id],
  );
  const one = await approved(ada.username, await fresh());
  const token = await waited(one);
  await runJob("close-due-accounts");
  const { rows } = await owner.query("select closed_at from account_closures where user_id = $1", [ada.id]);
  assert.deepEqual(rows, [{ closed_at: null }]);
  assert.equal((await finish(token, NEW)).status, 200);
  await runJob("close-due-accounts");
  const { rows: after } = await owner.query(
    "select closed_at, withdrawn_at is not null as is_back from account_closures where user_id = $1",
    [ada.id],
  );
  assert.deepEqual(after, [{ closed_at: null, is_back: true }]);
});

test("no letter with a link is kept back by a key that another process has written", async () => {
  const ada = await aVerified();
  const { data } = await ask(ada.username);
  const plant = (reference: string) =>
    owner.query(
      `insert into mails (dedupe_key, to_address, subject, body_text, created_at, next_at)
       select name || ':' || $1, 'nobody@example.org', 'x', 'x', market_now(), market_now()
       from unnest('{recovery-submitted-link,recovery-ready-link,recovery-handed-over}'::text[]) as name
       on conflict do nothing`,
      [reference],
    );
  await plant(data.state.reference);
  const one = await submittedWith(plant, ada.username);
  for (const by of await fresh()) {
    await look(by, one.reference);
    assert.equal((await approve(by, one.reference)).status, 200);
  }
  const token = await waited(one);
  assert.equal((await finish(token, NEW)).status, 200);
  assert.ok((await mailsTo(ada.email)).some((text) => text.includes("has another email now")));
});
/** Submitted, with keys planted before any email is queued, and confirmed. */
async function submittedWith(plant: (reference: string) => Promise<unknown>, account: string) {
  const one = await submitted(account);
  await plant(one.reference);
  const token = await tokenAt(one.email, "recover-account");
  assert.equal((await browser().call(calls.confirmRecovery, { body: { token } })).status, 200);
  return one;
}

test("the old address gets no email if nobody had confirmed it", async () => {
  const ada = await aVerified();
  await owner.query("update users set email_confirmed_at = null where id = $1", [ada.id]);
  const one = await approved(ada.username, await fresh());
  assert.equal((await finish(await waited(one), NEW)).status, 200);
  assert.deepEqual(
    (await mailsTo(ada.email)).filter((text) => text.includes("has another email now")),
    [],
  );
});

test("the link comes only while two approvers may still judge, and no fault exists", async () => {
  const [ada, grace] = [await aVerified(), await aVerified()];
  const [one, two] = [await approved(ada.username, await fresh()), await approved(grace.username, await fresh())];
  const role = (person: NamedUser, is: boolean) =>
    is
      ? owner.query("insert into user_roles values ($1, 'supermoderator', market_now() - interval '2 days')", [
          person.id,
        ])
      : owner.query("delete from user_roles where user_id = $1", [person.id]);
  const [first] = staff;
  assert.ok(first);
  await role(first, false);
  await role(grace as NamedUser, true);
  assert.deepEqual([await waited(one), await tokenAt(two.email, "recovered-account")], ["", ""]);
  await role(first, true);
  await runJob("open-recoveries");
  assert.notEqual(await tokenAt(one.email, "recovered-account"), "");
  assert.equal(await tokenAt(two.email, "recovered-account"), "", "of the staff by now");
  // What nobody can go on with ends.
  await moveClock(72 * HOUR);
  await runJob("end-old-recoveries");
  assert.equal((await stateOf(two)).status, "expired");
  assert.deepEqual([await holdsOf(grace, "recovery"), await holdsOf(grace, "recovered")], [0, 1]);
});

test("one link that cannot be made keeps no other back", async () => {
  const [ada, grace] = [await aVerified(), await aVerified()];
  const [one, two] = [await approved(ada.username, await fresh()), await approved(grace.username, await fresh())];
  await app.deliverEvents();
  await owner.query("update account_recoveries set email_sealed = '\\x0102' where reference = $1", [one.reference]);
  assert.notEqual(await waited(two), "");
  assert.equal((await caseOf(one.reference)).status, "approved");
});

test("unsubmitted cases lock nobody out: only submitted ones count, and the oldest unsubmitted one makes way", async () => {
  await owner.query("delete from account_recoveries");
  const set =
    "insert into settings (name, value, changed_at) values ('accounts.recovery_most_open', '10', market_now())";
  await owner.query(set);
  const { data: mine } = await ask("with_pictures");
  await owner.query(
    "insert into recovery_pictures select id, 'front', 'a file', '\\x01', market_now() from account_recoveries where reference = $1",
    [mine.state.reference],
  );
  const { data: oldest } = await ask("bare");
  await owner.query(
    `select start_recovery('reference' || n, '12345678', 'secret' || n, '\\x01', '\\x01', '\\x01', '\\x01', 'x', 'en', market_now())
     from generate_series(1, 28) as n`,
  );
  const one = await ask("somebody_honest");
  assert.equal(one.status, 200, one.code);
  const statuses = await Promise.all([mine, oldest].map(async ({ state }) => (await caseOf(state.reference)).status));
  assert.deepEqual(statuses, ["started", "expired"]);
  await owner.query(
    "update account_recoveries set status = 'submitted' where id in (select id from account_recoveries where account_name = 'x' and status = 'started' limit 10)",
  );
  assert.equal((await ask("too_late")).code, "recovery.full");
  await owner.query(
    "insert into recovery_pictures select id, side, 'file' || side, '\\x01', market_now() from account_recoveries, unnest('{front,selfie}'::text[]) as side where reference = $1",
    [one.data.state.reference],
  );
  const { secret } = one.data;
  assert.equal((await browser().call(calls.submitRecovery, { body: { secret } })).code, "recovery.full");
  await owner.query("delete from settings where name = 'accounts.recovery_most_open'");
  assert.equal((await browser().call(calls.submitRecovery, { body: { secret } })).status, 200);
  await owner.query("delete from account_recoveries");
});

test("an exchange of the secret ends what runs as a stop does, and forgets no stop", async () => {
  const { endRecoveries } = await import("./index.ts");
  const [ada, grace] = [await aVerified(), await aVerified()];
  const one = await approved(ada.username, await fresh());
  const stopped = await approved(grace.username, await fresh());
  assert.equal((await (await again(grace)).client.call(calls.stopOwnRecovery)).status, 200);
  await app.deliverEvents();
  assert.match(await endRecoveries(db, 250), /ended \d+ recoveries/);
  assert.deepEqual([await holdsOf(ada, "recovery"), await holdsOf(ada, "recovered")], [0, 1]);
  assert.equal((await stateOf(one)).status, "expired");
  const { status, user_id, ended_at, details_sealed, email_sealed } = await caseOf(stopped.reference);
  assert.deepEqual(
    [status, String(user_id), details_sealed.length, email_sealed.length],
    ["stopped", String(grace.id), 0, 0],
  );
  assert.ok(ended_at);
  const next = await pending(grace.username);
  const [first] = await fresh();
  assert.ok(first);
  assert.equal((await look(first, next.reference)).data.fault, "stopped_before");
  assert.equal((await look(first, stopped.reference)).data.story, "", "and it opens without what was erased");
});
