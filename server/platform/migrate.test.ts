// Guards: a database whose migrations are not those of this code is refused, and starters wait for each other.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { testDb } from "../testing/database.ts";
import { LOGINS } from "./logins.ts";
import { migrate, migrationsOnDisk } from "./migrate.ts";

const { owner, url } = await testDb();

test("a database that is up to date runs nothing", async () => {
  assert.deepEqual(await migrate(url), []);
});

test("an empty database runs them all, in the order of their numbers, and says which", async (t) => {
  const name = `${/test_\w+/.exec(url)?.[0]}_empty`;
  await owner.query(`create database ${name} owner ${LOGINS.owner}`);
  t.after(() => owner.query(`drop database ${name}`));
  const names = migrationsOnDisk().map((migration) => migration.name);
  assert.deepEqual(names, [...names].sort());
  const empty = url.replace(/\/test_\w+/, `/${name}`);
  assert.deepEqual(await migrate(empty), names);
  assert.deepEqual(await migrate(empty), []);
});

test("a migration that was edited after it had run is refused", async (t) => {
  await owner.query("update migrations set digest = 'x' || digest where name = '0002-platform.sql'");
  t.after(() => owner.query("update migrations set digest = substr(digest, 2) where name = '0002-platform.sql'"));
  await assert.rejects(migrate(url), /0002-platform\.sql was edited after it had run/);
});

test("a database that has run a later migration than this code knows is refused", async (t) => {
  await owner.query("insert into migrations (name, digest) values ('9999-later.sql', 'x')");
  t.after(() => owner.query("delete from migrations where name = '9999-later.sql'"));
  await assert.rejects(migrate(url), /9999-later\.sql, which this version of Parley does not know/);
});

test("a starter waits while another one migrates", async () => {
  const other = await owner.connect();
  let isDone = false;
  let second: Promise<string[]>;
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
  assert.deepEqual(await second, []);
});
