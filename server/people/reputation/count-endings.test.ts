// Guards: what is known of a trader comes from trades that ended, once each, and no process adds to it by itself.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as calls from "#contract/market/trades/trade/trades.ts";
import { checkInvariants } from "../../money/ledger/index.ts";
import {
  aMarket,
  aPerson,
  aTrade,
  freshRates,
  giveCoins,
  giveHistory,
  giveLevel,
  start,
  type TestMarket,
  testApp,
} from "../../testing/index.ts";
import { countEndings } from "./index.ts";
import { REPUTATION_CHECKS } from "./invariants.ts";

const app = await testApp();

test("a trade counts for both its sides, once however often it is counted, and not before it has ended", async () => {
  const market = await aMarket(app);
  const figures = async () =>
    (
      await app.owner.query(
        `select user_id, trade_id, is_successful, role, units
         from reputation_trades
         join user_volumes using (user_id)
         where user_id in ($1, $2)
         order by role`,
        [market.seller.id, market.buyer.id],
      )
    ).rows;
  const open = await aTrade(market, "paid");
  const idOf = async (hash: string) =>
    (await app.owner.query("select id from trades where hash = $1", [hash])).rows[0].id;
  await app.dbs.web.tx(async (tx) => countEndings(tx, [await idOf(open)]));
  assert.deepEqual(await figures(), []);

  const ended = await aTrade(market, "released");
  const once = await figures();
  assert.deepEqual(
    once.map(({ role, is_successful }) => [role, is_successful]),
    [
      ["buyer", true],
      ["seller", true],
    ],
  );
  for (const login of ["web", "worker"] as const)
    await app.dbs[login].tx(async (tx) => countEndings(tx, [await idOf(ended), await idOf(ended), 0n]));
  assert.deepEqual(await figures(), once);
});

test("a trade that its seller never funded counts for the seller alone, and for both once it was and went well", async () => {
  const market = await aMarket(app, { offer_type: "buy" });
  const poor = await aPerson(app);
  await giveLevel(app, poor.id, 4);
  const { data } = await start({ ...market, seller: poor }, { by: "seller" });
  const params = { id: data.tradeHash };
  await poor.client.call(calls.cancelTrade, { params });
  const counted = async () =>
    (
      await app.owner.query(
        `select counted.role, counted.is_successful, total.trades, pair.trades as together, pair.successful
         from reputation_trades counted
         join reputation_totals total using (user_id)
         join trading_pairs pair using (user_id, partner_id)
         where counted.partner_id in ($1, $2) and counted.user_id in ($1, $2)
         order by counted.role`,
        [poor.id, market.buyer.id],
      )
    ).rows.map((row) => Object.values(row).join(" "));
  assert.deepEqual(await counted(), ["seller false 1 1 0"]);

  await market.buyer.client.call(calls.reopenTrade, { params });
  await app.db.tx((tx) => giveCoins(tx, poor.id, "BTC", 100_000_000n));
  const reopened = await poor.client.call(calls.reopenTrade, { params });
  assert.equal(reopened.data.status, "active_funded", reopened.code);
  assert.equal((await poor.client.call(calls.releaseTrade, { params })).status, 200);
  assert.deepEqual(await counted(), ["buyer true 1 1 1", "seller true 1 1 1"]);
  assert.deepEqual(await app.db.tx((tx) => checkInvariants(tx, REPUTATION_CHECKS)), []);
});

test("a trade that its buyer gave up before it was funded is not counted", async () => {
  const market = await aMarket(app, { offer_type: "buy" });
  const poor = await aPerson(app);
  await giveLevel(app, poor.id, 4);
  const { data } = await start({ ...market, seller: poor }, { by: "seller" });
  const given = await market.buyer.client.call(calls.cancelTrade, { params: { id: data.tradeHash } });
  assert.equal(given.data.status, "cancelled_buyer");
  const { rows } = await app.owner.query("select from reputation_trades where user_id in ($1, $2)", [
    poor.id,
    market.buyer.id,
  ]);
  assert.equal(rows.length, 0);
});

test("how often two have traded is what their trades say, also of one that ended again another way, and nobody else writes it", async () => {
  const market = await aMarket(app);
  const kept = async () =>
    (
      await app.owner.query(
        `select user_id, partner_id, trades, successful, last_at
         from trading_pairs
         order by user_id, partner_id`,
      )
    ).rows;
  const counted = async () =>
    (
      await app.owner.query(
        `select user_id, partner_id, count(*)::int as trades, count(*) filter (where is_successful)::int as successful,
           max(at) as last_at
         from reputation_trades
         group by user_id, partner_id
         order by user_id, partner_id`,
      )
    ).rows;
  const hashes = [];
  for (const end of ["released", "released"] as const) hashes.push(await aTrade(market, end));
  const own = async () => (await kept()).filter(({ user_id }) => user_id === String(market.seller.id));
  assert.deepEqual(
    (await own()).map(({ partner_id, trades, successful }) => [partner_id, trades, successful]),
    [[String(market.buyer.id), 2, 2]],
  );
  assert.deepEqual(await kept(), await counted());

  // As a reopening and an award leave it.
  const { rows } = await app.owner.query(
    "update trades set status = 'dispute_won_seller', ended_at = ended_at + interval '1 hour' where hash = $1 returning id",
    [hashes[0]],
  );
  for (const _ of ["once", "again"]) await app.dbs.web.tx(async (tx) => countEndings(tx, [rows[0].id]));
  assert.deepEqual(
    (await own()).map(({ trades, successful }) => [trades, successful]),
    [[2, 1]],
  );
  assert.deepEqual(await kept(), await counted());
  await assert.rejects(
    app.dbs.web.tx((tx) => tx.rows`update trading_pairs set successful = trades`),
    /permission denied/,
  );
});

/** Trades that did not go well, of each side. */
async function failuresOf({ seller, buyer }: TestMarket): Promise<[seller: number, buyer: number]> {
  const { rows } = await app.owner.query(
    "select user_id, count(*)::int as many from reputation_trades where not is_successful and user_id in ($1, $2) group by 1",
    [seller.id, buyer.id],
  );
  const of = (id: bigint) => rows.find(({ user_id }) => BigInt(user_id) === id)?.many ?? 0;
  return [of(seller.id), of(buyer.id)];
}

async function cancelled(market: TestMarket, by: "buyer" | "seller" = "buyer") {
  await freshRates(app);
  const { data } = await start(market, { by });
  const answer = await market.buyer.client.call(calls.cancelTrade, { params: { id: data.tradeHash } });
  assert.equal(answer.data.status, "cancelled_buyer", answer.code);
}

async function expired(market: TestMarket, many: number) {
  await freshRates(app);
  for (let one = 0; one < many; one += 1) assert.equal((await start(market)).code, "");
  await app.moveClock(61 * 60_000);
  await app.runJob("expire-trades");
}

test("trades that a stranger cancels or lets expire count for the stranger alone", async () => {
  const market = await aMarket(app);
  await cancelled(market);
  await cancelled(market);
  await expired(market, 2);
  assert.deepEqual(await failuresOf(market), [0, 4]);
  assert.deepEqual(await app.db.tx((tx) => checkInvariants(tx, REPUTATION_CHECKS)), []);
});

test("trades of a user with a history count for both sides, once in 30 days, also where they end at once", async () => {
  const market = await aMarket(app);
  await giveHistory(app, [market.buyer.id]);
  await expired(market, 2);
  assert.deepEqual(await failuresOf(market), [1, 2]);
  await cancelled(market);
  assert.deepEqual(await failuresOf(market), [1, 3]);
  await app.owner.query("update reputation_trades set at = at - interval '30 days' where user_id = $1", [
    market.seller.id,
  ]);
  await cancelled(market);
  assert.deepEqual(await failuresOf(market), [2, 4]);
});

test("those of the owner's household do not count for the owner", async () => {
  const market = await aMarket(app);
  await giveHistory(app, [market.buyer.id]);
  await app.owner.query(
    `insert into known_devices (user_id, device_hash, seen_at)
     values ($1, '\\x0a', market_now()), ($2, '\\x0a', market_now())`,
    [market.buyer.id, market.seller.id],
  );
  await cancelled(market);
  assert.deepEqual(await failuresOf(market), [0, 1]);
});

test("an owner who cancels is counted, and the stranger who took the offer is not", async () => {
  const market = await aMarket(app, { offer_type: "buy" });
  await cancelled(market, "seller");
  assert.deepEqual(await failuresOf(market), [0, 1]);
});
