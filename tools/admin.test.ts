// Guards: each act of the operator's command is done once, recorded in the chain of acts, and reported; only the operator can do it.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import pg from "pg";
import * as accounts from "#contract/people/accounts.ts";
import { login } from "#contract/people/sign-in/auth.ts";
import { plainText } from "#contract/platform/plain-text.ts";
import { acts } from "./admin/acts.ts";
import { openMarket } from "./admin/open-market.ts";
import { readWish, UsageError } from "./admin/read-wish.ts";
import { closeBatches } from "../server/staff/audit/index.ts";
import { createAdmin } from "../server/staff/console/index.ts";
import { readConfig } from "../server/platform/settings/config.ts";
import { LOGINS, urlAs } from "../server/platform/postgres/logins.ts";
import { brokenLinks } from "../server/people/audit/index.ts";
import { makeDispatcher } from "../server/platform/events/dispatcher.ts";
import { aPerson, aUser, testApp, testLog } from "../server/testing/index.ts";

const SECRET = "a secret of the test, of thirty-two letters and more";
const app = await testApp({ config: { secret: createHash("sha256").update(SECRET).digest() } });
const { db, owner, url } = app;
const PASSWORD = "seven tall herons wade";
const NEW = ["--username", "GraceH", "--first-name", "Grace", "--last-name", "Hopper", "--birth-date", "1986-12-09"];

type Output = { readonly code: number | null; readonly said: string; readonly fault: string };

function admin(args: readonly string[], { input = "", databaseUrl = url } = {}): Output {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", "tools/admin.ts", ...args],
    {
      env: { ...process.env, NODE_TEST_CONTEXT: undefined, DATABASE_URL: databaseUrl, PARLEY_SECRET: SECRET },
      input,
      encoding: "utf8",
      timeout: 400_000,
    },
  );
  return { code: status, said: stdout.trimEnd(), fault: stderr.trim() };
}

/** The same without a process of its own. */
async function does(args: readonly string[]): Promise<string> {
  const said: string[] = [];
  const wish = readWish(args);
  await acts[wish.act](db, wish as never, (line) => void said.push(line), app.config);
  return said.join("\n");
}

const written = async () =>
  (await owner.query("select staff_id, act, subject, reason from staff_acts order by id")).rows as {
    staff_id: bigint | null;
    act: string;
    subject: string;
    reason: string;
  }[];
const rolesOf = async (username: string) =>
  (
    await owner.query<{ role: string }>(
      "select role from user_roles join users on users.id = user_id where username = $1 order by role",
      [username],
    )
  ).rows.map(({ role }) => role);

test("the first administrator is made alone, with a password that nobody sees, and signs in with it", async () => {
  const args = ["create-admin", "--email", "grace@example.org", ...NEW, "--country", "us"];
  const made = admin(args, { input: `${PASSWORD}\n` });
  assert.deepEqual(made, { code: 0, said: "GraceH has an account now and is an administrator.", fault: "" });
  assert.deepEqual(await rolesOf("GraceH"), ["admin"]);
  const entered = await app.client().call(login, { body: { email: "grace@example.org", password: PASSWORD } });
  assert.equal(entered.code, "");

  assert.equal(await does(args), "GraceH is an administrator already.");
  const [act, ...more] = await written();
  assert.deepEqual(more, [], "an act that changed nothing was written down");
  assert.equal(act?.staff_id, null);
  assert.deepEqual([act?.act, act?.subject], ["admin.create", "GraceH: admin"]);
});

test("an account that is there becomes an administrator without a password", async () => {
  await db.tx((tx) => aUser(tx, { username: "Ada", email: "ada@example.org" }));
  assert.equal(
    await does(["create-admin", "--email", "ADA@example.org"]),
    "Ada has an account and is an administrator now.",
  );
  assert.deepEqual(await rolesOf("Ada"), ["admin"]);
});

test("an unconfirmed email has no account", async () => {
  await db.tx((tx) => aUser(tx, { username: "Typist", email: "open@example.org", emailConfirmed: false }));
  const { code, fault } = admin(["create-admin", "--email", "open@example.org"]);
  assert.equal(code, 2);
  assert.match(fault, /nobody has confirmed open@example.org, and a new account needs --username, --first-name/);
  assert.deepEqual(await rolesOf("Typist"), []);
});

test("what an account may not be is refused, and leaves no account and no act", async () => {
  const before = { acts: await written(), users: (await owner.query("select from users")).rowCount };
  const make = (more: readonly string[], input = `${PASSWORD}\n`) =>
    admin(["create-admin", "--email", "mary@example.org", ...more], { input });
  const fit = ["--username", "MaryS", "--first-name", "Mary", "--last-name", "Shaw", "--birth-date", "1943-09-30"];
  assert.deepEqual(make([...fit, "--country", "US"], "short\n"), {
    code: 1,
    said: "",
    fault: "password: Choose a longer or less common password.",
  });
  assert.match(make([...fit, "--country", "US"], "").fault, /^There is no terminal to ask for the password/);
  const person = { email: "mary@example.org", firstName: "Mary", lastName: "Shaw" };
  for (const [more, code] of [
    [{ username: "MaryS", birthDate: "1943-09-30", countryIso: "IR" }, "account.country_closed"],
    [{ username: "gracEH", birthDate: "1943-09-30", countryIso: "US" }, "auth.username_taken"],
    [{ username: "MaryS", birthDate: "2020-09-30", countryIso: "US" }, "auth.too_young"],
  ] as const)
    await assert.rejects(
      db.tx((tx) => createAdmin(tx, { person: { ...person, ...more }, reason: "a test" })),
      { code },
    );
  assert.equal((await owner.query("select from users")).rowCount, before.users);
  assert.deepEqual(await written(), before.acts);
});

test("a role granted by command line notifies its new owner and every administrator", async () => {
  await db.tx((tx) => aUser(tx, { username: "Nora" }));
  for (const act of ["grant", "revoke"]) await does([act, "moderator", "Nora", "--reason", "a test"]);
  await app.deliverEvents();
  const noticesOf = async (username: string) =>
    (
      await owner.query<{ kind: string }>(
        "select kind from notifications join users on users.id = user_id where username = $1 order by notifications.id",
        [username],
      )
    ).rows.map(({ kind }) => kind);
  assert.deepEqual(await noticesOf("Nora"), ["role_granted", "role_revoked"]);
  assert.deepEqual(await noticesOf("GraceH"), ["role_granted", "staff_granted", "staff_granted"], "Ada's, and Nora's");
  assert.deepEqual(await noticesOf("Ada"), ["role_granted", "staff_granted"]);
});

test("a role is granted and revoked once, each with its reason and the operator's name", async () => {
  await db.tx((tx) => aUser(tx, { username: "Mara" }));
  const count = (await written()).length;
  const grant = ["grant", "moderator", "Mara", "--reason", "covers the night"];
  assert.deepEqual(admin(grant), {
    code: 0,
    said: "Mara is moderator now and has to sign in again.",
    fault: "",
  });
  assert.equal(await does(grant), "Mara is moderator already.");
  assert.deepEqual(await rolesOf("Mara"), ["moderator"]);
  const revoke = ["revoke", "moderator", "Mara", "--reason", "the night is covered"];
  assert.equal(await does(revoke), "Mara is not moderator any more.");
  assert.equal(await does(revoke), "Mara is not moderator.");
  assert.deepEqual(await rolesOf("Mara"), []);
  const news = (await written()).slice(count);
  assert.deepEqual(
    news.map(({ act, subject }) => [act, subject]),
    [
      ["role.grant", "Mara: moderator"],
      ["role.revoke", "Mara: moderator"],
    ],
  );
  assert.match(news[0]?.reason ?? "", /^covers the night \(.+ at .+\)$/);
  await assert.rejects(does(["grant", "moderator", "Nobody", "--reason", "x"]), { code: "account.not_found" });
});

test("a user is signed out everywhere, with the reason and the operator's name", async () => {
  const lost = await aPerson(app);
  const other = await aPerson(app);
  const { rows } = await owner.query("select username from users where id = $1", [lost.id]);
  const { username } = rows[0];
  const count = (await written()).length;
  const end = ["end-sessions", username, "--reason", "the telephone was stolen"];
  const status = async (token: string) => (await app.client(token).call(accounts.getCurrentUser)).status;
  assert.equal(await status(lost.client.token), 200);
  assert.equal(await does(end), `${username} is signed out everywhere (1).`);
  assert.equal(await status(lost.client.token), 401);
  assert.equal(await status(other.client.token), 200);
  assert.equal(await does(end), `${username} is signed in nowhere.`);
  const news = (await written()).slice(count);
  assert.deepEqual(
    news.map(({ act, subject }) => [act, subject]),
    [["sessions.end", username]],
  );
  assert.match(news[0]?.reason ?? "", /^the telephone was stolen \(.+ at .+\)$/);
  await assert.rejects(does(["end-sessions", "Nobody", "--reason", "x"]), { code: "account.not_found" });
});

test("a halt is set once and lifted once, each with its reason", async () => {
  const set = ["halt", "money_out", "--reason", "a stranger in the house"];
  assert.equal(await does(set), "money_out is halted.");
  assert.equal(await does(set), "money_out is halted already.");
  const { rows } = await owner.query("select name, reason from halts");
  assert.equal(rows.length, 1);
  assert.match(rows[0].reason, /^a stranger in the house \(/);
  const lift = ["lift-halt", "money_out", "--reason", "the balance was found"];
  assert.equal(await does(lift), "money_out is lifted; status shows whether its cause sets it again.");
  assert.equal((await owner.query("select from halts")).rowCount, 0);
  const lifted = await written();
  assert.deepEqual(
    lifted.slice(-2).map(({ act, subject, staff_id }) => [act, subject, staff_id]),
    [
      ["halt.set", "money_out", null],
      ["halt.lift", "money_out", null],
    ],
  );
  assert.equal(await does(lift), "money_out is not halted.");
  assert.deepEqual(await written(), lifted);
});

test("a restriction is lifted by its case number, with a message to the user and the name of the system user", async () => {
  const person = await aPerson(app);
  await owner.query(
    `insert into user_restrictions (user_id, state, reason_code, case_number, review_at, since)
     values ($1, 'frozen', 'chargeback', 'CaseOfTheOperator', market_now() + interval '1 day', market_now())`,
    [person.id],
  );
  const lift = ["lift-restriction", "CaseOfTheOperator", "--reason", "the bank has confirmed it"];
  assert.equal(await does(lift), "The restriction CaseOfTheOperator is lifted.");
  const { rows } = await owner.query(
    "select lifted_by, lifted_why from user_restrictions where case_number = 'CaseOfTheOperator'",
  );
  assert.deepEqual(rows, [{ lifted_by: null, lifted_why: "the bank has confirmed it" }]);
  const [last] = (await written()).slice(-1);
  assert.deepEqual([last?.act, last?.staff_id], ["restriction.lift", null]);
  assert.match(last?.reason ?? "", /^CaseOfTheOperator: the bank has confirmed it \(.+ at .+\)$/);
  const { rowCount } = await owner.query("select from events where type = 'account.restriction_lifted'");
  assert.equal(rowCount, 1, "the user is notified");
  const before = await written();
  assert.equal(await does(lift), "There is no active restriction CaseOfTheOperator.");
  assert.deepEqual(await written(), before);
});

test("a setting is changed by command line, within its bounds, with the reason and the operator's name", async () => {
  const asked = ["set", "offers.max_favorites", "33", "--reason", "too few were kept"];
  assert.match(await does(asked), /offers\.max_favorites is 33 now/);
  assert.match(await does(asked), /is 33 already/);
  const { rows } = await owner.query("select value from settings where name = 'offers.max_favorites'");
  assert.deepEqual(rows, [{ value: 33 }]);
  const { staff_id, act, subject, reason } = (await written()).at(-1) ?? assert.fail("nothing was written");
  assert.deepEqual([staff_id, act, subject], [null, "setting.set", "offers.max_favorites=33"]);
  assert.match(reason, /too few were kept \(.+ at .+\)/);
  for (const [value, name] of [
    ["0", "offers.max_favorites"],
    ["many", "offers.max_favorites"],
    ["1", "no.such"],
  ] as const)
    await assert.rejects(does(["set", name, value, "--reason", "x"]), /settings|Setting|value/);
  assert.match(await does(["set", "offers.min_trade_usd", "5", "--reason", "x"]).catch(String), /invalid|value/);
  assert.match(await does(["set", "offers.min_trade_usd", '"5"', "--reason", "a number as text"]), /is "5" now/);
});

test("status is quiet where all is well, and ends with 3 where staff have to look", async () => {
  const bad = admin(["status"]);
  assert.equal(bad.code, 3);
  assert.match(bad.said, /^! workers +none has ever led$/m);
  assert.match(bad.said, /^! invariants +never checked$/m);
  assert.match(bad.said, /^! chains +none has been looked at$/m);

  await owner.query("insert into heartbeats (beat_at) values (clock_timestamp())");
  await owner.query(
    "insert into invariant_checks (checked_at, broken, in_full_at) values (market_now(), 0, market_now())",
  );
  await owner.query(
    `insert into wallet_rails (chain, is_available, network, is_test, account_key, scanned_height)
     values ('bitcoin', true, 'main', false, 'key', 912345)`,
  );
  const good = admin(["status"]);
  assert.equal(good.code, 0, good.said);
  assert.match(good.said, /^ {2}halts +none$/m);
  assert.match(good.said, /^ {2}staff +admin: Ada, GraceH$/m);
  assert.match(good.said, /^ {2}chains +bitcoin \(main\) is read up to block 912345$/m);
  assert.match(good.said, /^ {2}invariants +all held at .*, in 0 ms$/m);
  assert.match(good.said, /^ {2}invariants +in full: all held at .*, in 0 s$/m);
  assert.match(good.said, /^ {2}queues +emails: \d+ waiting, 0 given up$/m);

  /** Each makes one line an alarm. */
  const faults: readonly (readonly [make: string, undo: string, line: RegExp])[] = [
    [
      "insert into halts (name, reason, since) values ('new_trades', 'a look', market_now())",
      "delete from halts",
      /^! halts +new_trades since 20.*: a look$/m,
    ],
    [
      "update heartbeats set beat_at = clock_timestamp() - interval '1 minute'",
      "update heartbeats set beat_at = clock_timestamp() + interval '1 minute'",
      /^! workers +the leading process was alive 6\d s ago$/m,
    ],
    ["update invariant_checks set broken = 2", "update invariant_checks set broken = 0", /^! invariants +2 broken at/m],
    [
      "update invariant_checks set checked_at = market_now() - interval '6 minutes'",
      "update invariant_checks set checked_at = market_now()",
      /^! invariants +all held at/m,
    ],
    [
      "update invariant_checks set in_full_at = market_now() - interval '27 hours'",
      "update invariant_checks set in_full_at = market_now()",
      /^! invariants +in full: all held at/m,
    ],
    [
      "update wallet_rails set is_available = false, reason = 'no answer', reason_code = 'no_answer'",
      "update wallet_rails set is_available = true",
      /^! chains +bitcoin is closed: no answer$/m,
    ],
    [
      `insert into mails (dedupe_key, to_address, subject, body_text, created_at, next_at, attempts)
       values ('x', 'a@example.org', 's', 't', market_now(), market_now(), 10)`,
      "delete from mails where dedupe_key = 'x'",
      /^! queues +emails: \d+ waiting, 1 given up$/m,
    ],
    [
      `insert into signer_refusals (code, purpose, hour, payment, times, last_at)
       values ('signer.no_proof', 'send_out', market_now(), 'SentByNobody', 2, market_now()),
         ('signer.fee_cap', 'gas', market_now(), 'x', 1, market_now() - interval '25 hours')`,
      "delete from signer_refusals",
      /^! signer +refused send_out with signer\.no_proof, 2 in a day, the last at 20.*: SentByNobody$/m,
    ],
    [
      `insert into events (type, subject, payload, at, attempts) values ('x', 'x', '{}', market_now(), 8)`,
      "delete from events where type = 'x'",
      /^! queues +events: \d+ waiting, 1 put aside$/m,
    ],
    [
      `insert into events (type, subject, payload, at, attempts, fault, retry_at)
       values ('x', 'x', '{}', market_now(), 4, 'no room', clock_timestamp() + interval '1 hour'),
         ('x', 'x', '{}', market_now(), 0, null, null), ('x', 'other', '{}', market_now(), 0, null, null)`,
      "delete from events where type = 'x'",
      /^! queues +events: x of x failed 4 times and is tried again at 20.*Z, 1 wait behind it: no room$/m,
    ],
    [
      "update events set written_at = written_at - interval '61 seconds'",
      "update events set written_at = written_at + interval '61 seconds'",
      /^! queues +events: the oldest waits for ([6-9]\d|\d{3}) s$/m,
    ],
  ];
  for (const [make, undo, line] of faults) {
    await owner.query(make);
    const said = await does(["status"]);
    assert.match(said, line);
    assert.equal(said.match(/^!/gm)?.length, 1, said);
    await owner.query(undo);
  }
});

test("the operator retries failed events and those behind them at once, and the act is in the chain", async () => {
  await owner.query(
    `insert into events (type, subject, payload, at, attempts, fault, retry_at)
     values ('x', 'put aside', '{}', market_now(), 8, 'no room', null),
       ('x', 'tried later', '{}', market_now(), 6, 'no room', clock_timestamp() + interval '1 hour'),
       ('x', 'tried later', '{}', market_now(), 0, null, null)`,
  );
  const waiting = async () =>
    (await owner.query("select from events where type = 'x' and dispatched_at is null")).rows.length;
  const asked = ["retry-events", "--reason", "the mail server is back"];
  const dispatcher = makeDispatcher({ db, log: testLog, subscriptions: [] });
  await dispatcher.drain();
  assert.equal(await waiting(), 3);
  assert.equal(await does(asked), "2 events that failed are tried again now.");
  await dispatcher.drain();
  assert.equal(await waiting(), 0);
  const count = (await written()).length;
  assert.deepEqual([(await written())[count - 1]?.act, (await written())[count - 1]?.subject], ["events.retry", "2"]);
  assert.equal(await does(asked), "No event that failed waits.");
  assert.equal((await written()).length, count);
});

test("a restore drill is recorded once, with an act, and not before it was", async () => {
  const asked = ["restore-drill", "--at", "2026-11-30T09:15:00+02:00", "--rpo-seconds", "4", "--rto-seconds", "310"];
  const all = [...asked, "--note", "the nightly backup, on the spare machine"];
  assert.equal(await does(all), "The restore drill of 2026-11-30T07:15:00.000Z is recorded; /staff/cluster shows it.");
  const act = (await written()).at(-1);
  assert.deepEqual([act?.act, act?.subject], ["restore_drill.record", "2026-11-30T07:15:00.000Z: RPO 4 s, RTO 310 s"]);
  assert.match(act?.reason ?? "", /^the nightly backup, on the spare machine \(/);
  const before = await written();
  assert.equal(await does(all), "The restore drill of 2026-11-30T07:15:00.000Z is recorded already.");
  for (const [args, says] of [
    [asked, "--note is missing"],
    [[...all.slice(0, 5), "--note", "x"], "--rto-seconds is a whole number of seconds"],
    [all.with(4, "-1"), "--rpo-seconds"],
    [all.with(2, "yesterday"), "--at is written as in"],
    [all.with(2, "2999-01-01T00:00:00Z"), "--at is in the future"],
    [[...all, "--reason", "x"], "restore-drill knows no --reason"],
  ] as const)
    await assert.rejects(
      async () => does(args),
      (error: Error) => error instanceof UsageError && error.message.includes(says),
      says,
    );
  assert.deepEqual(await written(), before);
});

test("values of tables cannot control the terminal or add lines", async () => {
  // The follower of the chains and the workers may halt, and so may an attacker in one of them.
  await owner.query("insert into halts (name, reason, since) values ('bitcoin_in', $1, market_now())", [
    "a reason\u001b[2J\n  workers     alive\u202e",
  ]);
  const { said } = admin(["status"]);
  await owner.query("delete from halts where name = 'bitcoin_in'");
  assert.match(said, /^! halts +bitcoin_in.*a reason\[2J {3}workers {5}alive/m);
  assert.doesNotMatch(said, /^ {2}workers +alive/m);
  assert.equal(plainText(said), said);
});

test("what is not understood changes nothing and says how it goes", async () => {
  const before = await written();
  for (const [args, says] of [
    [[], "nothing was asked for"],
    [["promote", "Ada"], "there is no promote"],
    [["status", "now"], "status takes no more words"],
    [["status", "--reason", "x"], "status knows no --reason"],
    [["grant", "owner", "Ada", "--reason", "x"], "grant needs a role and a username"],
    [["grant", "admin", "--reason", "x"], "grant needs a role and a username"],
    [["grant", "moderator", "Ada"], "--reason is missing: it is kept with the act"],
    [["end-sessions", "--reason", "x"], "end-sessions needs a username"],
    [["retry-events", "all", "--reason", "x"], "retry-events takes no more words"],
    [["lift-halt", "everything", "--reason", "x"], "lift-halt needs the name of one halt"],
    [["create-admin", "--email", "nobody"], "--email nobody is no address"],
    [["create-admin", "--email", "a@b.org", "--password", PASSWORD], "Unknown option '--password'"],
  ] as const) {
    assert.throws(
      () => readWish(args),
      (error: Error) =>
        error instanceof UsageError &&
        error.message.startsWith(`${says}.`) &&
        error.message.includes("npm run admin -- lift-halt"),
      says,
    );
  }
  const { code, said, fault } = admin(["promote", "Ada"]);
  assert.deepEqual([code, said], [2, ""]);
  assert.match(fault, /^there is no promote\./);
  assert.deepEqual(await written(), before);
});

test("an unreachable database, or one of no market, another version or another secret, is refused with the reason and not changed", async () => {
  const away = admin(["status"], { databaseUrl: "postgres://parley_owner@127.0.0.1:1/parley" });
  assert.equal(away.code, 1);
  assert.match(away.fault, /^The database does not answer \(.*ECONNREFUSED.*\)/);
  const open = (databaseUrl: string) =>
    openMarket(readConfig({ DATABASE_URL: databaseUrl, PARLEY_SECRET: SECRET, DATA_DIR: app.config.dataDir }));
  await assert.rejects(open(url.replace(/test_\w+/, "postgres")), /^Error: This database has no tables of a market\. /);
  const { rows } = await owner.query("select * from migrations order by name desc limit 1");
  await owner.query("delete from migrations where name = $1", [rows[0].name]);
  await assert.rejects(open(url), /^Error: The tables of this database are of another version\. /);
  await owner.query("insert into migrations (name, digest, at) values ($1, $2, $3)", Object.values(rows[0]));
  await assert.rejects(
    openMarket({ ...readConfig({ DATABASE_URL: url, DATA_DIR: app.config.dataDir }), secret: Buffer.alloc(32, 1) }),
    /^Error: PARLEY_SECRET or DATA_DIR is not that of the market/,
  );
});

test("the chain of acts is whole, and no process of the market writes one of the operator's", async () => {
  assert.ok((await written()).length >= 5);
  assert.deepEqual(await db.read(brokenLinks), []);
  for (const name of ["web", "worker", "chain"] as const) {
    const client = new pg.Client({ connectionString: urlAs(url, { login: LOGINS[name] }) });
    await client.connect();
    await assert.rejects(
      client.query(
        "insert into staff_acts (staff_id, act, subject, reason, at, previous, digest) values (null, 'a', 'b', 'c', now(), '', 'x')",
      ),
      { code: "42501" },
      name,
    );
    await client.end();
  }
});

test("the chain of acts is verified by command line against the heads outside, and words are erased with a reason", async () => {
  await closeBatches({ db: app.dbs.worker, verifier: app.ports.verifier, config: app.config });
  assert.match(
    await does(["verify-audit"]),
    /^\d+ acts in 1 batches, 0 not signed yet; 1 heads outside the database\.$/,
  );
  const { rows } = await owner.query("select max(id)::text as id from staff_acts");
  assert.match(
    await does(["erase-act", rows[0].id, "--reason", "it names a user who is gone"]),
    /The words of act \d+ are erased/,
  );
  assert.match(await does(["erase-act", rows[0].id, "--reason", "again"]), /has no words/);
  const { rows: last } = await owner.query("select max(id)::text as id from staff_acts");
  assert.match(
    await does(["erase-act", last[0].id, "--reason", "of an erasure"]),
    /tells of an erasure and keeps them/,
    "without its number nobody could tell it from words that were taken out",
  );
  assert.match(await does(["verify-audit"]), /^\d+ acts in 1 batches, 1 not signed yet/);
  const elsewhere = join(app.config.dataDir, "copied-heads.jsonl");
  await assert.rejects(does(["verify-audit", "--heads", elsewhere]), /there is no file/);
  copyFileSync(join(app.config.dataDir, "audit-heads.jsonl"), elsewhere);
  assert.match(await does(["verify-audit", "--heads", elsewhere]), /; 2 heads outside the database\.$/);
  await owner.query("alter table staff_acts disable trigger user");
  await owner.query("update staff_acts set reason = 'another' where id = (select min(id) from staff_acts)");
  assert.match(await does(["verify-audit"]), /^! act \d+: its words are not those that were sealed/);
  await owner.query(
    "update staff_acts set salt = null, reason = '', subject = '' where id = (select min(id) from staff_acts)",
  );
  assert.match(await does(["verify-audit"]), /^! act \d+: its words are gone, and no act says/);
  await owner.query("alter table staff_acts enable trigger user");
});

test("the import of an official bank directory is recorded with the system user; a file without a date and an invalid file change nothing", async () => {
  const file = join(app.config.dataDir, "banks.json");
  const rows = [{ routingNumber: "021000021", customerName: "JPMORGAN CHASE", customerCity: "TAMPA" }];
  writeFileSync(file, JSON.stringify({ fedACHParticipants: { fedACHParticipants: rows } }));
  const before = (await written()).length;
  const reason = ["--reason", "the file of November"];
  assert.throws(() => readWish(["import-banks", "fedach", file, ...reason]), /--date is missing/);
  assert.throws(() => readWish(["import-banks", "sepa", file, ...reason]), /needs a directory and a file/);
  assert.throws(() => readWish(["import-banks", "bik", file, "--date", "soon", ...reason]), /YYYY-MM-DD/);
  await assert.rejects(does(["import-banks", "bik", file, ...reason]), /no ED807/);
  await assert.rejects(does(["import-banks", "bik", `${file}.none`, ...reason]), UsageError);
  assert.equal((await written()).length, before);
  const args = ["import-banks", "fedach", file, "--date", "2026-11-20", ...reason];
  assert.equal(await does(args), "1 banks of US as of 2026-11-20; 0 were there before.");
  const act = (await written()).at(-1);
  assert.deepEqual([act?.act, act?.subject], ["banks.import", "US FedACH directory 2026-11-20: 1"]);
  const { rows: kept } = await owner.query("select id, source, as_of::text from imported_banks");
  assert.deepEqual(kept, [{ id: "us-021000021", source: "FedACH directory", as_of: "2026-11-20" }]);
});
