// Guards: a market that the first baseline left full goes on under this version: its coins, its people, and what they had begun. What it
// becomes has the catalog of an empty database; an older one is refused.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, type TestContext, test } from "node:test";
import pg from "pg";
import { makeApp } from "../../server/app.ts";
import { checkBooks } from "../../server/staff/console/index.ts";
import { findUserById, openPersonal } from "../../server/people/accounts/index.ts";
import { readConfig } from "../../server/platform/settings/config.ts";
import { closeDbs, openDbs } from "../../server/platform/postgres/schema/database.ts";
import { openDb } from "../../server/platform/postgres/db.ts";
import { openFiles } from "../../server/platform/files/files.ts";
import { ids } from "../../server/platform/ids.ts";
import { LOGINS, urlAs } from "../../server/platform/postgres/logins.ts";
import { migrate, migrationFault } from "../../server/platform/postgres/migrate.ts";
import { catalogLines } from "../../server/testing/catalog-lines.ts";
import { signIn, TEST_PASSWORD, testDb, testLog } from "../../server/testing/index.ts";
import { openVerifier } from "../../server/testing/people/verifier.ts";
import { TEST_SECRET } from "../../server/testing/app.ts";
import { type Caller, send } from "../market/calls.ts";
import { LEFT, makeBaseline, makeFullBaseline } from "./market-of-baseline.ts";

// Before the cluster that the next line may start goes.
after(async () => {
  await app.close();
  await Promise.all([verifier.close(), db.close(), closeDbs(dbs)]);
  await owner.query(`drop database ${name} with (force)`);
  rmSync(folder, { recursive: true, force: true });
});

const { owner, url: ownUrl } = await testDb();
const name = `${/test_\w+/.exec(ownUrl)?.[0]}_older`;
const url = await makeFullBaseline(ownUrl, name);
const folder = mkdtempSync(join(tmpdir(), "parley-upgrade-"));

const db = openDb({ url, log: testLog });
const dbs = openDbs((login) => urlAs(url, { login: LOGINS[login] }), testLog);
const balances = () => db.read((tx) => tx.rows`select name, balance_units from ledger_accounts order by name`);
const before = await balances();
await migrate(url);
const config = readConfig({
  DATA_DIR: folder,
  PUBLIC_URL: "http://localhost",
  PARLEY_SECRET: TEST_SECRET,
  RATE_LIMITS: "off",
});
const verifier = openVerifier({
  signerUrl: urlAs(url, { login: LOGINS.signer }),
  origin: "http://localhost",
  log: testLog,
});
const app = await makeApp({
  db: dbs.web,
  dbs,
  config,
  log: testLog,
  verifier,
  files: openFiles(join(folder, "files")),
});
const server = await app.fastify.listen({ port: 0, host: "127.0.0.1" });
/** A minute after it was left: the clock of a test, nothing that a market has. */
const people = await db.tx(async (tx) => {
  await tx.rows`update market_clock set stands_at = (select max(at) + interval '1 minute' from journals)`;
  await tx.readClock();
  const [trade] = await tx.rows<{ buyer_id: bigint; seller_id: bigint }>`
    select buyer_id, seller_id from trades where hash = ${LEFT.running}`;
  const [staff] = await tx.rows<{ user_id: bigint }>`select user_id from user_roles where role = 'moderator'`;
  const [sender] = await tx.rows<{ user_id: bigint }>`select user_id from send_outs where hash = ${LEFT.sendOut}`;
  const come = async (id = 0n): Promise<Caller> => ({ id, token: await signIn(tx, id) });
  return {
    buyer: await come(trade?.buyer_id),
    seller: await come(trade?.seller_id),
    moderator: await come(staff?.user_id),
    sender: await come(sender?.user_id),
  };
});

async function must(by: Caller, path: string, body: Record<string, unknown> = {}) {
  const answer = await send(server, { by, path, body, key: ids.hash() });
  assert.equal(answer.code, "", `${path} was answered ${answer.text}`);
}

/** With the earlier password, whose hash is the signer's by now. */
const prove = (by: Caller, wanted: Record<string, unknown>) =>
  must(by, "/rest/v1/auth/prove", { for: wanted, password: TEST_PASSWORD });

async function statusOf(hash: string): Promise<string | undefined> {
  const [row] = await db.read((tx) => tx.rows<{ status: string }>`select status from trades where hash = ${hash}`);
  return row?.status;
}

test("an older market becomes one of this version, with every coin where it was", async () => {
  assert.equal(await migrationFault(url), undefined);
  assert.deepEqual(await balances(), before);
  assert.deepEqual(await checkBooks({ db, log: testLog }), []);
});

test("what people had sealed opens with the same secret", async () => {
  const { email } = await db.read(async (tx) => {
    const user = await findUserById(tx, people.seller.id);
    assert.ok(user);
    return openPersonal(user);
  });
  assert.match(email, /@example\.org$/);
});

test("a request key from before the upgrade is still its caller's: another call under it is refused", async () => {
  const [kept] = await db.read(
    (tx) => tx.rows<{ key: string; principal: string }>`
      select key, principal from idempotency_keys where principal ~ '^user:[0-9]+$' order by key limit 1`,
  );
  assert.ok(kept);
  const id = BigInt(kept.principal.slice("user:".length));
  const by: Caller = { id, token: await db.tx((tx) => signIn(tx, id)) };
  const other = await send(server, { by, path: `/rest/v1/trade/${LEFT.ended}/reopen`, body: {}, key: kept.key });
  assert.equal(other.code, "idempotency.other_body", other.text);
});

test("trades that were open are finished, with earlier passwords", async () => {
  const { buyer, seller, moderator } = people;
  await must(buyer, `/rest/v1/trade/${LEFT.running}/payment-account`);
  await must(buyer, `/rest/v1/trade/${LEFT.running}/paid`);
  for (const id of [LEFT.running, LEFT.paid]) {
    await prove(seller, { kind: "release", id });
    await must(seller, `/rest/v1/trade/${id}/release`);
    assert.equal(await statusOf(id), "released");
  }
  const { disputed: id } = LEFT;
  await must(moderator, `/rest/v1/staff/disputes/${id}/take`, { reason: "next in the queue" });
  await prove(moderator, { kind: "award", id, winner: "buyer" });
  const decision = { winner: "buyer", reason_code: "payment_proven", note: "seen the receipt" };
  await must(moderator, `/rest/v1/staff/disputes/${id}/decide`, decision);
  assert.equal(await statusOf(id), "dispute_won_buyer");
});

test("what had ended goes on, and a send-out that was reserved is given back", async () => {
  const { buyer, seller, sender } = people;
  for (const by of [buyer, seller]) await must(by, `/rest/v1/trade/${LEFT.ended}/reopen`);
  assert.equal(await statusOf(LEFT.ended), "active_funded");
  await must(sender, `/rest/v2/wallet/send-outs/${LEFT.sendOut}/cancel`);
  assert.deepEqual(await checkBooks({ db, log: testLog }), []);
});

/** A database of its own, gone when the test is. */
async function ownPool(t: TestContext, make: (name: string) => Promise<string>): Promise<pg.Pool> {
  const own = `${/test_\w+/.exec(ownUrl)?.[0]}_alone`;
  const pool = new pg.Pool({ connectionString: await make(own), max: 1 });
  pool.on("error", () => undefined);
  t.after(async () => {
    await pool.end();
    await owner.query(`drop database ${own} with (force)`);
  });
  return pool;
}

const MIGRATE_BOTH = "write what tables.sql changed as a migration too, or the other way round";

test("the baseline with its migrations has the catalog that the files make", async (t) => {
  const pool = await ownPool(t, async (own) => {
    const made = await makeBaseline(ownUrl, own);
    await migrate(made);
    return made;
  });
  const [files, migrated] = [await catalogLines(owner), await catalogLines(pool)];
  const [inFiles, inMigrated] = [new Set(files), new Set(migrated)];
  const differ = [
    ...migrated.filter((line) => !inFiles.has(line)).map((line) => `- ${line}`),
    ...files.filter((line) => !inMigrated.has(line)).map((line) => `+ ${line}`),
  ];
  assert.equal(differ.slice(0, 40).join("\n"), "", MIGRATE_BOTH);
  assert.ok(files.length > 4000, `${files.length} lines`);
});

test("a database that is older than the baseline is refused, and stays as it was", async (t) => {
  let url = "";
  const pool = await ownPool(t, async (own) => {
    url = await makeBaseline(ownUrl, own);
    return url;
  });
  await pool.query("delete from migrations where name = (select max(name) from migrations)");
  await assert.rejects(migrate(url), /older version of Parley.*run `npm run migrate` of commit/);
  assert.equal((await pool.query("select to_regclass('database_files') as made")).rows[0].made, null);
});
