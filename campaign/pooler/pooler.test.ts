// Guards: behind PgBouncer in transaction mode, with and without named statements, everything works as without it, and what is acknowledged while the
// pooler dies again and again is there, once.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { postMessage } from "#contract/market/trades/chat.ts";
import { cancelTrade } from "#contract/market/trades/trade/trades.ts";
import { makeApp } from "../../server/app.ts";
import { freePort } from "../../server/devnet/child.ts";
import { LEDGER_CHECKS, checkInvariants } from "../../server/money/ledger/index.ts";
import { openDb } from "../../server/platform/postgres/db.ts";
import { LOGINS, provideLogins, urlAs } from "../../server/platform/postgres/logins.ts";
import { aMarket, aTrade, testApp, testLog } from "../../server/testing/index.ts";
import { type KeyedCall, sendKeyed } from "../../server/testing/send-keyed.ts";
import { startPgbouncer } from "./pgbouncer.ts";

const world = await testApp();
const market = await aMarket(world);
const { client } = market.buyer;
await provideLogins(world.url, () => "");

const { rows } = await world.owner.query(
  "select current_setting('unix_socket_directories') as folder, current_database() as name",
);
const pooler = await startPgbouncer({
  logins: [LOGINS.web],
  socketDir: rows[0].folder.replaceAll('"', ""),
  database: rows[0].name,
  port: await freePort(),
});
const directUrl = urlAs(world.url, { login: LOGINS.web });
const open = (keepsNames: boolean) =>
  openDb({ url: pooler.url(LOGINS.web), log: testLog, poolSize: 20, pooler: { directUrl, keepsNames } });
after(() => pooler.stop());

/** Of each trade: the chat takes thirty of a user in a minute. */
const MESSAGES = 1;
const TRADES = 12;

for (const keepsNames of [true, false])
  test(`with ${keepsNames ? "" : "un"}named statements what is acknowledged is there, once, though the pooler dies under it`, async () => {
    const db = open(keepsNames);
    const app = await makeApp({ ...world.ports, db, dbs: { ...world.dbs, web: db } });
    after(async () => {
      await app.close();
      await db.close();
    });
    /** Until it is done, always with the same key. */
    async function send(call: KeyedCall): Promise<void> {
      for (let tries = 0; tries < 2000; tries++) {
        const { status, code } = await sendKeyed(app, client.token, call);
        if (status === 200) return;
        assert.ok(status === 503 || status === 429 || code === "idempotency.in_flight", `${status} ${code}`);
        await pause(20);
      }
      throw new Error(`${call.key} was never done`);
    }
    const trades: string[] = [];
    for (let place = 0; place < TRADES; place++) trades.push(await aTrade(market, "active_funded"));
    const key = (what: string, trade: string, n = 0) => `${what}-${keepsNames ? "named" : "plain"}-${trade}-${n}`;
    let isDone = false;
    const acts = Promise.all(
      trades.map(async (id) => {
        for (let n = 0; n < MESSAGES; n++)
          await send({ endpoint: postMessage, id, body: { text: `Message ${n}` }, key: key("say", id, n) });
        await send({ endpoint: cancelTrade, id, key: key("cancel", id) });
      }),
    ).finally(() => {
      isDone = true;
    });
    let deaths = 0;
    while (!isDone && deaths < 12) {
      await pause(60);
      await pooler.restart();
      deaths += 1;
    }
    await acts;
    assert.ok(deaths >= 2, `the pooler died ${deaths} times`);
    const said = await world.owner.query(
      `select count(*)::int as messages, count(distinct (message.trade_id, body))::int as texts
       from chat_messages message join trades trade on trade.id = message.trade_id
       where trade.hash = any($1) and type = 'msg'`,
      [trades],
    );
    assert.deepEqual(said.rows, [{ messages: TRADES * MESSAGES, texts: TRADES * MESSAGES }]);
    const cancelled = await world.owner.query(
      `select count(*)::int as times, count(distinct step.trade_id)::int as trades
       from trade_transitions step join trades trade on trade.id = step.trade_id
       where trade.hash = any($1) and step.status = 'cancelled_buyer'`,
      [trades],
    );
    assert.deepEqual(cancelled.rows, [{ times: TRADES, trades: TRADES }]);
    assert.deepEqual(await world.db.tx((tx) => checkInvariants(tx, LEDGER_CHECKS)), []);
  });

test("sessions behind it behave as the others, reads cannot write, and what is listened to goes past it", async () => {
  const db = open(true);
  const settings = await db.tx(
    (tx) => tx.rows<{ name: string; setting: string }>`
      select name, setting from pg_settings where name in ('statement_timeout', 'lock_timeout', 'jit', 'TimeZone') order by lower(name)`,
  );
  assert.deepEqual(
    settings.map(({ name, setting }) => `${name} ${setting}`),
    ["jit off", "lock_timeout 8000", "statement_timeout 20000", "TimeZone UTC"],
  );
  await assert.rejects(
    db.read((tx) => tx.rows`insert into idempotency_keys default values`),
    (error: Error & { code?: string }) => error.code === "25006",
  );
  await db.tx((tx) => tx.rows`select 1 as writes_again where not current_setting('transaction_read_only')::boolean`);
  const listening = await db.connect();
  const heard = new Promise((done) => listening.on("notification", ({ payload }) => done(payload)));
  await listening.query("listen pooler_test");
  await db.tx((tx) => tx.rows`select pg_notify('pooler_test', 'hello')`);
  assert.equal(await heard, "hello");
  await listening.end();
  await db.close();
});
