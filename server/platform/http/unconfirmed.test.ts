// Guards: an act that no synchronous standby has confirmed is neither answered as done nor done twice; the same key says later which it was.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { postMessage } from "#contract/market/trades/chat.ts";
import { cancelTrade } from "#contract/market/trades/trade/trades.ts";
import { aMarket, aTrade, testApp } from "../../testing/index.ts";
import { type KeyedCall, sendKeyed } from "../../testing/send-keyed.ts";

// A cluster of its own: the standby that it waits for would hold up every other test.
const shared = process.env.PARLEY_TEST_POSTGRES;
delete process.env.PARLEY_TEST_POSTGRES;
const world = await testApp();
if (shared !== undefined) process.env.PARLEY_TEST_POSTGRES = shared;
const market = await aMarket(world);
const { client } = market.buyer;

const admin = new pg.Client({ connectionString: await adminUrl() });
// It ends with the cluster.
admin.on("error", () => undefined);
await admin.connect();

async function adminUrl(): Promise<string> {
  const { rows } = await world.owner.query(
    "select current_setting('unix_socket_directories') as folder, current_database() as name",
  );
  return `postgres://parley@/${rows[0].name}?host=${encodeURIComponent(rows[0].folder.replaceAll('"', ""))}`;
}

/** As if the standby had gone: no commit ends by itself. */
async function waitForStandby(names: "" | "*"): Promise<void> {
  await admin.query(`alter system set synchronous_standby_names = '${names}'`);
  await admin.query("select pg_reload_conf()");
}

const WAITING = "from pg_stat_activity where wait_event = 'SyncRep'";

async function untilWaiting(): Promise<void> {
  for (let tries = 0; tries < 500; tries++) {
    const { rows } = await admin.query(`select pid ${WAITING}`);
    if (rows.length > 0) return;
    await pause(10);
  }
  throw new Error("no commit waits for the standby");
}

/** What an operator does who loses patience: the commit is here, and nowhere else. */
async function cancelWaiting(): Promise<void> {
  await untilWaiting();
  await admin.query(`select pg_cancel_backend(pid) ${WAITING}`);
}

async function send(call: KeyedCall) {
  const { status, code } = await sendKeyed(world.app, client.token, call);
  return { status, code };
}

for (const [what, asked] of [
  ["a step of a trade, in a commit group", { endpoint: cancelTrade, key: "unconfirmed-step" }],
  ["a call in a transaction of its own", { endpoint: postMessage, body: { text: "Hello" }, key: "unconfirmed-call" }],
] as const)
  test(`${what} is unknown until the standby has it, and then done once`, async () => {
    const sent: KeyedCall = { ...asked, id: await aTrade(market, "active_funded") };
    await waitForStandby("*");
    const first = send(sent);
    await cancelWaiting();
    assert.deepEqual(await first, { status: 503, code: "LEDGER_ASYNC_MODE" });
    // It is there to be read, and still not answered as done.
    const again = send(sent);
    await untilWaiting();
    assert.equal(await Promise.race([again, pause(300, "waits")]), "waits");
    await waitForStandby("");
    assert.deepEqual(await again, { status: 200, code: "" });
    const { rows } = await world.owner.query("select status from idempotency_keys where key = $1", [sent.key]);
    assert.deepEqual(rows, [{ status: 200 }]);
    const done = await world.owner.query(
      `select (select count(*)::int from trade_transitions step where step.trade_id = trade.id and step.status = 'cancelled_buyer')
         + (select count(*)::int from chat_messages said where said.trade_id = trade.id and said.body = 'Hello') as times
       from trades trade where hash = $1`,
      [sent.id],
    );
    assert.deepEqual(done.rows, [{ times: 1 }]);
  });
