// Guards: an embedded cluster lets in nobody without a password, and an earlier version's database goes to an owner
// that is no superuser.
import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test, type TestContext } from "node:test";
import pg from "pg";
import { openDatabase } from "../platform/postgres/schema/database.ts";
import { openLog } from "../platform/log.ts";
import { LOGINS, urlAs } from "../platform/postgres/logins.ts";
import { migrate } from "../platform/postgres/migrate.ts";
import { ADMIN, ownDatabase } from "./own-roles.ts";
import { startPostgres } from "./postgres/postgres.ts";

const home = mkdtempSync(join(tmpdir(), "parley-own-"));
// PostgreSQL's own user has to pass here.
chmodSync(home, 0o755);
after(() => rmSync(home, { recursive: true, force: true }));

async function asked<T extends object>(url: string, statement: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T>(statement)).rows;
  } finally {
    await client.end();
  }
}

async function cluster(t: TestContext, dataDir: string) {
  const running = await startPostgres({ dataDir, settings: { fsync: "off" }, elsewhere: join(home, "elsewhere") });
  t.after(() => running.stop());
  return running;
}

test("nobody enters without a password, whatever name is given, and it outlives a start", {
  timeout: 400_000,
}, async (t) => {
  const dataDir = join(home, "new");
  const first = await cluster(t, dataDir);
  const socket = first.adminUrl("postgres");
  assert.equal((await asked(socket, "select")).length, 1);
  for (const login of [ADMIN, ...Object.values(LOGINS), "nobody"]) {
    await assert.rejects(asked(urlAs(socket, { login }), "select"), /password/);
    await assert.rejects(asked(urlAs(socket, { login, password: "" }), "select"), /password/);
    await assert.rejects(asked(urlAs(socket, { login, password: "parley" }), "select"), /password/);
  }
  assert.equal(statSync(join(dataDir, "password")).mode & 0o777, 0o600);
  await first.stop();
  const second = await cluster(t, dataDir);
  assert.equal(second.passwordOf(ADMIN), first.passwordOf(ADMIN));
  assert.equal((await asked(second.adminUrl("postgres"), "select")).length, 1);
});

test("a cluster that let in everybody, and one whose passwords were lost, asks from the next start on", {
  timeout: 400_000,
}, async (t) => {
  const dataDir = join(home, "old");
  const first = await cluster(t, dataDir);
  const before = first.passwordOf(ADMIN);
  await first.stop();
  writeFileSync(join(first.cluster, "pg_hba.conf"), "local all all trust\n");
  rmSync(join(dataDir, "password"));
  const second = await cluster(t, dataDir);
  assert.notEqual(second.passwordOf(ADMIN), before);
  assert.match(readFileSync(join(second.cluster, "pg_hba.conf"), "utf8"), /^local all all scram-sha-256$/m);
  await assert.rejects(asked(urlAs(second.adminUrl("postgres"), { login: ADMIN }), "select"), /password/);
  assert.equal((await asked(second.adminUrl("postgres"), "select")).length, 1);
});

test("a database that the administrator owned goes to the owner with all that is in it, and opens", {
  timeout: 400_000,
}, async (t) => {
  const running = await cluster(t, join(home, "handed"));
  await asked(running.adminUrl("postgres"), "create database parley");
  await migrate(running.adminUrl("parley"));
  const password = running.passwordOf(LOGINS.owner) ?? "";
  const ownerUrl = await ownDatabase(running.adminUrl, { name: "parley", password });
  assert.equal(
    await ownDatabase(running.adminUrl, { name: "parley", password }),
    ownerUrl,
    "a second start changes nothing",
  );
  const left = await asked(
    running.adminUrl("parley"),
    `select oid::regclass::text as thing from pg_class
       where relnamespace = 'public'::regnamespace and relowner = '${ADMIN}'::regrole
     union all
     select oid::regprocedure::text from pg_proc where pronamespace = 'public'::regnamespace and proowner = '${ADMIN}'::regrole
     union all
     select datname from pg_database where datname = current_database() and datdba = '${ADMIN}'::regrole`,
  );
  assert.deepEqual(left, []);
  const options = { ownerUrl, secret: new Uint8Array(32), log: openLog({ level: "silent" }), say: () => undefined };
  const open = await openDatabase(options);
  t.after(() => open.close());
  const [row] = await open.dbs.web.read(
    (tx) => tx.rows<{ who: string }>`select session_user as who from halts right join (select 1) on true`,
  );
  assert.equal(row?.who, LOGINS.web);
  await assert.rejects(asked(urlAs(ownerUrl, { login: LOGINS.web }), "select"), /password/);
  // Another secret gives other passwords: the next start sets them.
  const again = await openDatabase({ ...options, secret: new Uint8Array(32).fill(1) });
  t.after(() => again.close());
  const [other] = await again.dbs.chain.read((tx) => tx.rows<{ who: string }>`select session_user as who`);
  assert.equal(other?.who, LOGINS.chain);
});
