// Guards: a session of any process is what its role is and can become nothing else, and the start looks.
import assert from "node:assert/strict";
import { after, test, type TestContext } from "node:test";
import pg from "pg";
import { testDb } from "../../testing/database.ts";
import { openDatabase } from "./schema/database.ts";
import { openLog } from "../log.ts";
import { LOGINS, passwordFrom, provideLogins, RESTRICTED, urlAs, whyMoreThan } from "./logins.ts";

const { owner: admin, url } = await testDb();
const database = /test_\w+/.exec(url)?.[0] ?? "";
const quiet = openLog({ level: "silent" });
const urlOf = (login: string) => urlAs(url, { login });
/** Roles are the cluster's, where other tests are at work: those made here are gone afterwards. */
const made = `${database}_guest`;
await admin.query(`create role ${made} login`);
after(async () => {
  const last = new pg.Client({ connectionString: urlAs(url, { login: "parley" }).replace(database, "postgres") });
  await last.connect();
  await last.query(`drop role ${made}`);
  await last.end();
});

const why = () => whyMoreThan(urlOf(made), made);

async function asRole(name: (typeof RESTRICTED)[number]): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: urlOf(LOGINS[name]) });
  await client.connect();
  return client;
}

test("the role of no process is more than itself", async () => {
  for (const name of RESTRICTED) assert.equal(await whyMoreThan(urlOf(LOGINS[name]), LOGINS[name]), undefined, name);
});

test("no statement makes a session another role, and none lets it in by another door", async (t) => {
  for (const name of RESTRICTED) {
    const client = await asRole(name);
    t.after(() => client.end());
    await client.query("set role none; reset role; reset session authorization");
    const roles = [...Object.values(LOGINS), "parley", "postgres", "parley_app", "pg_execute_server_program"];
    for (const role of roles.filter((role) => role !== LOGINS[name])) {
      await assert.rejects(client.query(`set role ${role}`), /permission denied|does not exist/, `${name}: ${role}`);
      await assert.rejects(client.query(`set session authorization ${role}`), /permission denied|does not exist/);
      await assert.rejects(client.query(`grant ${role} to current_user`), /permission denied|does not exist|must have/);
    }
    for (const door of [
      "alter role current_user superuser",
      "create role another",
      "create table public.mine ()",
      "create function public.mine() returns void language sql as ''",
      "copy (select 1) to program 'true'",
      "select pg_read_file('/etc/passwd')",
      "set session_replication_role = replica",
      "alter table halts owner to current_user",
      "alter system set fsync = off",
      "create schema mine",
    ])
      await assert.rejects(client.query(door), /permission denied|must be|must have/, `${name}: ${door}`);
    const { rows } = await client.query("select session_user as session, current_user as current");
    assert.deepEqual(rows, [{ session: LOGINS[name], current: LOGINS[name] }]);
  }
});

test("the market's clock is moved by no session", async (t) => {
  const client = await asRole("web");
  t.after(() => client.end());
  await client.query("set parley.now = '2099-01-01'");
  const { rows } = await client.query("select market_now() < clock_timestamp() + interval '1 minute' as is_now");
  assert.deepEqual(rows, [{ is_now: true }]);
  await assert.rejects(client.query("update market_clock set shift = '1 day'"), { code: "42501" });
});

test("the web writes no chain, no price, no role and no halt; workers and the chain's follower lift none", async (t) => {
  const forbidden: Record<string, readonly (typeof RESTRICTED)[number][]> = {
    "delete from deposits": ["web", "worker", "signer"],
    "update coins set units = 1": ["web", "worker", "signer"],
    "delete from wallet_blocks": ["web", "worker", "signer"],
    "update wallet_rails set account_key = 'mine'": ["web", "worker", "signer"],
    "delete from settings": RESTRICTED,
    "update rates set rate = 1": ["web", "chain", "signer"],
    "insert into user_roles select * from user_roles": RESTRICTED,
    "delete from halts": RESTRICTED,
    "insert into halts (name, reason, since) values ('ledger', 'x', now())": ["web", "signer"],
    "update heartbeats set beat_at = now()": ["web", "chain", "signer"],
    "update processes set seen_at = now()": RESTRICTED,
    "insert into processes select * from processes": RESTRICTED,
    "delete from processes": RESTRICTED,
    "insert into database_timelines (system_identifier, timeline, seen_at) values (1, 9, now())": RESTRICTED,
    "delete from restore_drills": RESTRICTED,
    "select token_hash from sessions": ["signer"],
    "update send_outs set units = 1": ["signer"],
    "delete from migrations": RESTRICTED,
  };
  for (const [statement, names] of Object.entries(forbidden))
    for (const name of names) {
      const client = await asRole(name);
      t.after(() => client.end());
      await assert.rejects(client.query(statement), { code: "42501" }, `${name}: ${statement}`);
    }
});

test("only the processes that move money call the ledger's functions, and nobody does unasked", async () => {
  const { rows } = await admin.query<{ name: string }>(
    `select oid::regprocedure::text as name from pg_proc
     where pronamespace = 'public'::regnamespace and prosecdef and prorettype <> 'trigger'::regtype`,
  );
  assert.ok(rows.length >= 2);
  const mayCall = async (login: string, name: string) =>
    (await admin.query("select has_function_privilege($1, $2, 'execute') as may", [login, name])).rows[0]?.may;
  for (const { name } of rows) {
    assert.equal(await mayCall(made, name), false, `anybody may call ${name}`);
    // Uses of factors and the devices that get codes are read by every process that asks for proofs.
    if (["factor_uses(bigint)", "devices_for_code(bigint,bigint)"].includes(name)) continue;
    if (name === "device_for_first_code(bigint,bigint,bigint)") continue;
    // Whether a user may receive codes by text at all.
    if (name === "texts_stopped(bigint)") continue;
    // Where a code goes that the signer makes: it is bound to that.
    if (name === "code_address(bigint,text)") continue;
    if (name === "takes_telegram_codes(bigint)") continue;
    // Whether an award is within a moderator's day, by the proofs that it has written itself.
    if (name === "awards_in_day(bigint,bigint,bigint)") continue;
    // Whether a proof of a level would change it.
    if (name === "ambassador_level(bigint)") continue;
    // Whether a proof of how an order ends would end it.
    if (name === "provider_case_stands(bigint,text)" || name === "store_report_stands(bigint,text)") continue;
    if (name === "lacks_top_up_pin(bigint)") continue;
    // Each process writes its own row about itself.
    if (name.startsWith("note_process(")) continue;
    // The account of a recovery's link, and that the link is spent with the password.
    if (["recovery_user(text)", "finish_recovery(text)"].includes(name)) continue;
    assert.equal(await mayCall(LOGINS.signer, name), false, `the signer may call ${name}`);
  }
});

/** A way to be more than a role, which is taken back, and what is then said of it. */
const WAYS: readonly (readonly [make: string, undo: string, said: RegExp])[] = [
  [`alter role ${made} superuser`, `alter role ${made} nosuperuser`, /it has superuser/],
  [`alter role ${made} createrole`, `alter role ${made} nocreaterole`, /it has createrole/],
  [`alter role ${made} createdb`, `alter role ${made} nocreatedb`, /it has createdb/],
  [`alter role ${made} replication`, `alter role ${made} noreplication`, /it has replication/],
  [`alter role ${made} bypassrls`, `alter role ${made} nobypassrls`, /it has bypassrls/],
  [
    `grant ${LOGINS.owner} to ${made}`,
    `revoke ${LOGINS.owner} from ${made}`,
    /it may become (parley_owner|pg_database_owner)/,
  ],
  [`grant pg_write_all_data to ${made}`, `revoke pg_write_all_data from ${made}`, /it may become pg_write_all_data/],
  [`create table its (); alter table its owner to ${made}`, "drop table its", /it owns (public\.)?its/],
  [
    `grant create on schema public to ${made}`,
    `revoke create on schema public from ${made}`,
    /it may create in .* public/,
  ],
  [
    `grant set on parameter session_replication_role to ${made}`,
    `revoke set on parameter session_replication_role from ${made}`,
    /it may set session_replication_role/,
  ],
];

for (const [make, undo, said] of WAYS)
  test(`the start would notice: ${make.replaceAll(made, "a login")}`, async (t: TestContext) => {
    assert.equal(await why(), undefined);
    await admin.query(make);
    t.after(() => admin.query(undo));
    assert.match((await why()) ?? "nothing", said);
  });

test("a login that is another than its address says is noticed", async () => {
  assert.match((await whyMoreThan(urlOf(made), LOGINS.web)) ?? "nothing", /it is test_\w+_guest, not parley_web/);
});

test("a database whose owner is a superuser is not opened", async () => {
  const refused = provideLogins(urlOf("parley"), (login) => passwordFrom("secret", login));
  await assert.rejects(
    refused,
    /the database user parley is a superuser; make one that is not: create role parley_owner/,
  );
});

test("an opened database is entered by each role, and nobody else's password is touched", async (t) => {
  const open = await openDatabase({ ownerUrl: url, secret: new Uint8Array(32), log: quiet, say: () => undefined });
  t.after(() => open.close());
  for (const name of ["web", "worker", "chain"] as const) {
    const [row] = await open.dbs[name].read((tx) => tx.rows<{ who: string }>`select session_user as who`);
    assert.equal(row?.who, LOGINS[name]);
  }
  assert.match(open.signerUrl, /parley_signer:/);
});

test("an address keeps its server and database when somebody else enters", () => {
  const as = { login: "a", password: "p:/@" };
  assert.equal(
    urlAs("postgres://x:y@host:5432/db?sslmode=require", as),
    "postgres://a:p%3A%2F%40@host:5432/db?sslmode=require",
  );
  assert.equal(urlAs("postgresql://host/db", { login: "a" }), "postgresql://a@host/db");
  assert.equal(urlAs("postgres://parley@/db?host=%2Ftmp%2Fx", { login: "a" }), "postgres://a@/db?host=%2Ftmp%2Fx");
  assert.notEqual(passwordFrom("one", "a"), passwordFrom("one", "b"));
  assert.notEqual(passwordFrom("one", "a"), passwordFrom("two", "a"));
});

test("the role that queues emails cannot read waiting ones: codes and links are for their receivers only", async (t) => {
  for (const name of ["web", "chain"] as const) {
    const client = await asRole(name);
    t.after(() => client.end());
    for (const column of ["to_address", "subject", "body_text"])
      await assert.rejects(client.query(`select ${column} from mails`), /permission denied/, `${name}: ${column}`);
    await client.query(
      `insert into mails (dedupe_key, to_address, subject, body_text, created_at, next_at)
       values ('one', 'ada@example.org', 'Code', '123456', now(), now()) on conflict (dedupe_key) do nothing`,
    );
  }
  const worker = await asRole("worker");
  t.after(() => worker.end());
  const { rows } = await worker.query("select body_text from mails");
  assert.deepEqual(rows, [{ body_text: "123456" }]);
});
