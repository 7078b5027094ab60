// Guards: with a real streaming standby, reads that may lag are answered by it; a person sees their own write at once though it stands still, no
// balance is ever old, a standby that lags too long or dies is not used; and a commit that it has not confirmed is unknown until it has it.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyRequest } from "fastify";
import pg from "pg";
import { getUser, saveSettings } from "#contract/people/accounts.ts";
import { getWalletBalances } from "#contract/products/wallet/wallet.ts";
import { cancelTrade } from "#contract/market/trades/trade/trades.ts";
import { makeApp } from "../../server/app.ts";
import { startPostgres } from "../../server/devnet/postgres/postgres.ts";
import { readsAfter } from "../../server/platform/http/entry/last-write.ts";
import { type Db, openDb } from "../../server/platform/postgres/db.ts";
import { LOGINS, urlAs } from "../../server/platform/postgres/logins.ts";
import { aMarket, aPerson, aTrade, giveCoins, type TestPerson, testApp, testLog } from "../../server/testing/index.ts";
import { cookieBrowser } from "../../server/testing/cookie-browser.ts";
import { sendKeyed } from "../../server/testing/send-keyed.ts";
import { startStandby } from "./standby.ts";

const folder = mkdtempSync(join(tmpdir(), "parley-primary-"));
const settings = { fsync: "off", max_connections: "200" };
const cluster = await startPostgres({ dataDir: folder, temporary: true, settings });
const shared = process.env.PARLEY_TEST_POSTGRES;
process.env.PARLEY_TEST_POSTGRES = cluster.socketDir;
const world = await testApp();
if (shared === undefined) delete process.env.PARLEY_TEST_POSTGRES;
else process.env.PARLEY_TEST_POSTGRES = shared;
const market = await aMarket(world);
const standby = await startStandby(cluster);
const name = /test_\w+/.exec(world.url)?.[0] ?? "";
const admin = new pg.Client({ connectionString: cluster.adminUrl(name) });
const lagging = new pg.Client({ connectionString: standby.adminUrl(name) });
for (const client of [admin, lagging]) {
  client.on("error", () => undefined);
  await client.connect();
}
after(async () => {
  await standby.remove();
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
});

const urls = [urlAs(standby.adminUrl(name), { login: LOGINS.web })];
const LONG_SEC = 600;

/** A web process with the standby for its reads. */
async function aWeb(mostLagSec: number) {
  const url = urlAs(cluster.adminUrl(name), { login: LOGINS.web });
  const db = openDb({ url, log: testLog, replicas: { urls, mostLagSec } });
  const app = await makeApp({ ...world.ports, db, dbs: { ...world.dbs, web: db } });
  after(async () => {
    await app.close();
    await db.close();
  });
  await until("it has looked at the standby", async () => isAtStandby(db, 0n));
  const browser = ({ client }: Pick<TestPerson, "client"> = { client: world.client() }) =>
    cookieBrowser(app, client.token);
  return { db, app, browser };
}

async function until(what: string, isSo: () => Promise<boolean> | boolean, withinMs = 10_000): Promise<void> {
  for (const endsAt = performance.now() + withinMs; !(await isSo()); await pause(20))
    if (performance.now() > endsAt) throw new Error(`not within ${withinMs} ms: ${what}`);
}

const isAtStandby = async (db: Db, position: bigint) => {
  const [row] = await db.readLagging(position, (tx) => tx.rows<{ it: boolean }>`select pg_is_in_recovery() as it`);
  return row?.it ?? false;
};

const stand = () => lagging.query("select pg_wal_replay_pause()");
const goOn = () => lagging.query("select pg_wal_replay_resume()");
async function usernameOf({ id }: TestPerson): Promise<string> {
  const { rows } = await world.owner.query("select username from users where id = $1", [id]);
  return rows[0].username;
}

test("a person sees their own write at once though the standby stands still; others see what it has, and no balance is old", async () => {
  const { db, browser } = await aWeb(LONG_SEC);
  const ada = await aPerson(world);
  const path = `/rest/v1/users/${await usernameOf(ada)}`;
  await until("the standby has her", async () => isAtStandby(db, (await db.position()) ?? 0n));
  await stand();
  try {
    const [hers, guests] = [browser(ada), browser()];
    const bioFor = async (call: typeof hers) => (await call(getUser, { path })).body.data.bio;
    assert.equal(await bioFor(guests), "");
    const saved = await hers(saveSettings, { body: { bio: "Pays within minutes." } });
    assert.equal(saved.status, 200, JSON.stringify(saved.body));
    assert.match(saved.jar.get("parley_wrote") ?? "", /^[0-9a-z]+$/);
    for (let times = 0; times < 20; times++) assert.equal(await bioFor(hers), "Pays within minutes.");
    assert.equal(await bioFor(guests), "", "a guest is answered by the standby");
    await world.db.tx((tx) => giveCoins(tx, ada.id, "BTC", 12_345n));
    const balances = async () => JSON.stringify((await browser(ada)(getWalletBalances)).body);
    assert.match(await balances(), /12345|0\.00012345/);
    const someone = await aPerson(world);
    const fresh = await guests(getUser, { path: `/rest/v1/users/${await usernameOf(someone)}` });
    assert.equal(fresh.status, 200, "what the standby does not have yet is asked of the primary");
    assert.equal(await bioFor(guests), "");
  } finally {
    await goOn();
  }
  const guests = browser();
  await until("the standby has it", async () => (await guests(getUser, { path })).body.data.bio !== "");
});

test("a standby that lags longer than is allowed is not used until it has caught up", async () => {
  const { db } = await aWeb(1);
  await stand();
  try {
    await world.db.tx((tx) => giveCoins(tx, market.buyer.id, "BTC", 1n));
    await until("it is not used", async () => !(await isAtStandby(db, 0n)), 3000);
    assert.deepEqual(db.lagsSec(), [undefined]);
  } finally {
    await goOn();
  }
  await until("it is used again", () => isAtStandby(db, 0n));
  assert.ok((db.lagsSec()[0] ?? 9) < 1);
});

test("a browser with a strange cookie is answered by the primary, and so is a program with an API key, which keeps no cookie", async () => {
  const bearer = { headers: { authorization: "Bearer key" } } as FastifyRequest;
  assert.equal(readsAfter(bearer, { read: () => undefined }), undefined);
  const { browser } = await aWeb(LONG_SEC);
  const ada = await aPerson(world);
  const path = `/rest/v1/users/${await usernameOf(ada)}`;
  await pause(1000);
  await stand();
  try {
    await world.owner.query("update users set bio = 'New' where id = $1", [ada.id]);
    const call = browser();
    const { body, jar } = await call(getUser, { path });
    assert.equal(body.data.bio, "");
    for (const text of ["zzzzzzzzzzzzzz", "-1", "1 2"]) {
      jar.set("parley_wrote", text);
      assert.equal((await call(getUser, { path })).body.data.bio, "New", text);
    }
  } finally {
    await goOn();
  }
});

test("a standby that is killed in mid-read costs one more read of the primary, and is used again when it is back", async () => {
  const { db, browser } = await aWeb(LONG_SEC);
  const path = `/rest/v1/users/${await usernameOf(market.seller)}`;
  let times = 0;
  const reading = db.readLagging(0n, async (tx) => {
    times += 1;
    await tx.rows`select pg_sleep(0.5)`;
    return tx.rows<{ it: boolean }>`select pg_is_in_recovery() as it`;
  });
  await pause(150);
  const calls = Array.from({ length: 20 }, async (_, place) => {
    await pause(place * 20);
    return browser()(getUser, { path });
  });
  await pause(100);
  await standby.kill();
  assert.deepEqual(await reading, [{ it: false }]);
  assert.equal(times, 2);
  for (const { status } of await Promise.all(calls)) assert.equal(status, 200);
  assert.deepEqual(db.lagsSec(), [undefined]);
  await standby.start();
  await until("it is used again", () => isAtStandby(db, 0n));
});

test("a commit that the standby has not confirmed is unknown, and the same key resolves once when it is back", async () => {
  const { app } = await aWeb(LONG_SEC);
  const hash = await aTrade(market, "active_funded");
  await admin.query(`alter system set synchronous_standby_names = '${standby.name}'`);
  await admin.query("select pg_reload_conf()");
  const call = { endpoint: cancelTrade, id: hash, key: "standby-cancel" };
  const send = () => sendKeyed(app, market.buyer.client.token, call);
  try {
    await standby.kill();
    const first = send();
    const WAITING = "from pg_stat_activity where wait_event = 'SyncRep'";
    await until("it waits", async () => ((await admin.query(`select ${WAITING}`)).rowCount ?? 0) > 0);
    await admin.query(`select pg_cancel_backend(pid) ${WAITING}`);
    const { status, code } = await first;
    assert.deepEqual({ status, code }, { status: 503, code: "LEDGER_ASYNC_MODE" });
    const again = send();
    assert.equal(await Promise.race([again, pause(500, "waits")]), "waits");
    await standby.start();
    assert.equal((await again).status, 200);
    const { rows } = await admin.query(
      `select count(*)::int as times from trade_transitions step join trades trade on trade.id = step.trade_id
       where trade.hash = $1 and step.status = 'cancelled_buyer'`,
      [hash],
    );
    assert.deepEqual(rows, [{ times: 1 }]);
    const there = new pg.Client({ connectionString: standby.adminUrl(name) });
    await there.connect();
    const kept = async () => (await there.query("select status from trades where hash = $1", [hash])).rows[0]?.status;
    await until("the standby has it", async () => (await kept()) === "cancelled_buyer");
    await there.end();
  } finally {
    await admin.query("alter system reset synchronous_standby_names");
    await admin.query("select pg_reload_conf()");
    await admin.end();
    await lagging.end().catch(() => undefined);
  }
});
