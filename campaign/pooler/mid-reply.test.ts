// Guards: a pooler that breaks off in the middle of its replies, at any byte of them, loses and doubles no release: the same key releases the trade once.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { releaseTrade } from "#contract/market/trades/trade/trades.ts";
import { makeApp } from "../../server/app.ts";
import { freePort } from "../../server/devnet/child.ts";
import { checkInvariants, LEDGER_CHECKS } from "../../server/money/ledger/index.ts";
import { openDb } from "../../server/platform/postgres/db.ts";
import { LOGINS, provideLogins, urlAs } from "../../server/platform/postgres/logins.ts";
import { aMarket, aTrade, testApp, testLog } from "../../server/testing/index.ts";
import { proofWantedBy } from "../../server/testing/people/proving.ts";
import { type KeyedCall, sendKeyed } from "../../server/testing/send-keyed.ts";
import { openCutter } from "./cutter.ts";
import { startPgbouncer } from "./pgbouncer.ts";

/** How many bytes of the replies are tried, at equal distances; 0 for every byte. */
const CUTS = Number(process.env.CUTS ?? 24);

const world = await testApp();
await provideLogins(world.url, () => "");
const { rows } = await world.owner.query(
  "select current_setting('unix_socket_directories') as folder, current_database() as name",
);
const [behind, port] = [await freePort(), await freePort()];
const pooler = await startPgbouncer({
  logins: [LOGINS.web],
  socketDir: rows[0].folder.replaceAll('"', ""),
  database: rows[0].name,
  port: behind,
});
const cutter = await openCutter({ from: port, to: behind });
const directUrl = urlAs(world.url, { login: LOGINS.web });
const url = pooler.url(LOGINS.web).replace(`:${behind}/`, `:${port}/`);
const db = openDb({ url, log: testLog, poolSize: 2, pooler: { directUrl, keepsNames: true } });
const app = await makeApp({ ...world.ports, db, dbs: { ...world.dbs, web: db } });
after(async () => {
  await app.close();
  await db.close();
  await cutter.close();
  await pooler.stop();
});

test("a release whose replies are cut off at any byte is done once by its key", async (t) => {
  let market = await aMarket(world);
  let inMarket = 0;
  const trades: string[] = [];
  /** Sends until it is done; how many bytes of replies the first attempt took. */
  async function release(cut?: { byte: number; how: "close" | "reset" }): Promise<number> {
    // The seller has coins for some hundred trades.
    if (inMarket++ === 100) [market, inMarket] = [await aMarket(world), 1];
    const { token } = market.seller.client;
    const id = await aTrade(market, "paid");
    trades.push(id);
    const wanted = proofWantedBy(releaseTrade, { params: { id } });
    if (wanted) await world.prove(token, wanted);
    const call: KeyedCall = { endpoint: releaseTrade, id, key: `release-${id}` };
    const before = cutter.passed();
    if (cut) cutter.cutAt(before + cut.byte, cut.how);
    for (let tries = 0; tries < 200; tries++) {
      const { status, code } = await sendKeyed(app, token, call);
      if (status === 200) return cutter.passed() - before;
      assert.ok(status === 503 || code === "idempotency.in_flight", `${status} ${code} after byte ${cut?.byte}`);
      await pause(20);
    }
    throw new Error(`${id} was never released`);
  }
  await release();
  const bytes = Math.max(await release(), await release());
  const step = CUTS === 0 ? 1 : Math.max(1, Math.floor(bytes / CUTS));
  let cuts = 0;
  // Another byte of each step in each run.
  for (let byte = Math.floor(Math.random() * step); byte < bytes; byte += step) {
    await release({ byte, how: cuts % 2 ? "reset" : "close" });
    if (cutter.hasCut()) cuts += 1;
  }
  t.diagnostic(`NOTE ${cuts} cuts in ${bytes} bytes of replies, of ${trades.length} releases`);
  assert.ok(cuts >= Math.min(CUTS || bytes, bytes) / 2, `${cuts} cuts`);
  const released = await world.owner.query(
    `select count(*)::int as times, count(distinct step.trade_id)::int as trades
     from trade_transitions step join trades trade on trade.id = step.trade_id
     where trade.hash = any($1) and step.status = 'released'`,
    [trades],
  );
  assert.deepEqual(released.rows, [{ times: trades.length, trades: trades.length }]);
  assert.deepEqual(await world.db.tx((tx) => checkInvariants(tx, LEDGER_CHECKS)), []);
});
