// Guards: a database becomes that of this code or is refused as it is; functions follow their files; starters wait for each other.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { testDb } from "../../testing/database.ts";
import { LOGINS } from "./logins.ts";
import { migrate, migrationFault } from "./migrate.ts";

const { owner, url } = await testDb();
const NOTHING = { isNew: false, migrations: [], functions: [] };

async function anEmpty(t: TestContext, suffix: string): Promise<{ url: string; client: pg.Client }> {
  const name = `${/test_\w+/.exec(url)?.[0]}_${suffix}`;
  await owner.query(`create database ${name} owner ${LOGINS.owner}`);
  const own = url.replace(/\/test_\w+/, `/${name}`);
  const client = new pg.Client({ connectionString: own });
  await client.connect();
  t.after(async () => {
    await client.end();
    await owner.query(`drop database ${name} with (force)`);
  });
  return { url: own, client };
}

test("a database that is up to date is left alone", async () => {
  assert.deepEqual(await migrate(url), NOTHING);
  assert.equal(await migrationFault(url), undefined);
});

test("an empty database is built from the files, once", async (t) => {
  const empty = await anEmpty(t, "empty");
  assert.match(String(await migrationFault(empty.url)), /no tables/);
  const began = performance.now();
  assert.equal((await migrate(empty.url)).isNew, true);
  t.diagnostic(`NOTE built in ${Math.round(performance.now() - began)} ms`);
  assert.deepEqual(await migrate(empty.url), NOTHING);
  assert.equal(await migrationFault(empty.url), undefined);
});

test("a function becomes what its file says, with its rights, whatever it was before; one without a file is dropped", async (t) => {
  const { url: own, client } = await anEmpty(t, "functions");
  await migrate(own);
  const now = async () =>
    (
      await client.query(
        `select pg_get_functiondef(oid) as text, proacl::text as rights from pg_proc where proname = 'refresh_page' or proname = 'forget_transactions'
         order by proname`,
      )
    ).rows;
  const before = await now();
  assert.ok(before.length > 0);
  // Another result, which cannot be replaced, another right, and another one beside it.
  await client.query("drop function forget_transactions()");
  await client.query("create function forget_transactions() returns int language sql as 'select 1'");
  await client.query("grant execute on function forget_transactions() to parley_web");
  await client.query("create function has_no_file() returns int language sql as 'select 1'");
  await client.query("update database_files set digest = 'older' where name = 'forget_transactions'");
  assert.match(String(await migrationFault(own)), /another version/);
  assert.deepEqual((await migrate(own)).functions, ["forget_transactions", "has_no_file"]);
  assert.deepEqual(await now(), before);
  const withMore = "create function forget_transactions(more int) returns int language sql as 'select 1'";
  await client.query(`drop function forget_transactions(); ${withMore}`);
  await client.query("update database_files set digest = 'older' where name = 'forget_transactions'");
  await migrate(own);
  assert.deepEqual(await now(), before);
});

test("what still uses a function that has no file keeps it, and nothing is changed", async (t) => {
  const { url: own, client } = await anEmpty(t, "used");
  await migrate(own);
  await client.query("create function has_no_file() returns int language sql as 'select 1'");
  await client.query("alter table users add column used int default has_no_file()");
  await client.query("update database_files set digest = 'older' where name = 'forget_transactions'");
  await assert.rejects(migrate(own), /has_no_file/);
  const { rows } = await client.query("select digest from database_files where name = 'forget_transactions'");
  assert.equal(rows[0].digest, "older");
});

test("a database that has run a migration that this code does not know is refused", async (t) => {
  await owner.query("insert into migrations (name, digest) values ('9999-later', 'x')");
  t.after(() => owner.query("delete from migrations where name = '9999-later'"));
  await assert.rejects(migrate(url), /9999-later, which this version of Parley does not know/);
});

test("tables of something else are not touched", async (t) => {
  const { url: own, client } = await anEmpty(t, "other");
  await client.query("create table notes (text text)");
  await assert.rejects(migrate(own), /has tables, but not those of Parley/);
  assert.equal((await client.query("select to_regclass('migrations') as made")).rows[0].made, null);
});

test("a starter waits while another one migrates", async () => {
  const other = await owner.connect();
  let isDone = false;
  let second: Promise<unknown>;
  try {
    await other.query("select pg_advisory_lock(7265001)");
    second = migrate(url).finally(() => {
      isDone = true;
    });
    await pause(300);
    assert.equal(isDone, false, "it did not wait");
  } finally {
    await other.query("select pg_advisory_unlock_all()");
    other.release();
  }
  assert.deepEqual(await second, NOTHING);
});
