// Guards: what many deliver at once locks its rows in the order of their keys, so that no two wait for each other.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { aMarket, aTrade, giveHistory, testApp } from "../../testing/index.ts";
import { recordMissedTrades, recordServedTrades } from "./index.ts";

const app = await testApp();
const { owner } = app;

type Rows = { readonly table: string; readonly key: string; readonly ids: readonly bigint[] };

/** While the row with the lowest key is locked, a transaction that waits for it has locked none of the rows after it. */
async function assertInOrder({ table, key, ids }: Rows, work: () => Promise<unknown>): Promise<void> {
  const [lowest, ...others] = ids.toSorted((a, b) => Number(a - b));
  const [first, second] = [await owner.connect(), await owner.connect()];
  try {
    await first.query("begin");
    await first.query(`select from ${table} where ${key} = $1 for update`, [lowest]);
    const working = work();
    const isWaiting = async () =>
      (await second.query("select from pg_locks where not granted and locktype in ('transactionid', 'tuple')"))
        .rowCount;
    for (let look = 0; look < 200 && !(await isWaiting()); look++) await pause(10);
    assert.ok(await isWaiting(), "it waits");
    await second.query("begin");
    await second.query(`select from ${table} where ${key} = any($1) for update nowait`, [others]);
    await second.query("rollback");
    await first.query("rollback");
    await working;
  } finally {
    first.release();
    second.release();
  }
}

/** Moves the row with the lowest key to the end of the table. */
const putLast = ({ table, key, ids }: Rows, column: string) =>
  owner.query(`update ${table} set ${column} = ${column} where ${key} = $1`, [
    ids.toSorted((a, b) => Number(a - b))[0],
  ]);

/** Of three markets, in the reverse of their order; the first of them is last in the table. */
async function threeOffers() {
  const markets = [await aMarket(app), await aMarket(app), await aMarket(app)];
  const { rows } = await owner.query<{ id: string; owner_id: string }>(
    "select id, owner_id from offers where hash = any($1) order by id",
    [markets.map(({ offer }) => offer)],
  );
  const at = new Date(Date.UTC(2026, 0, 1));
  const ended = rows
    .map(({ id, owner_id }) => ({
      ...{ offer: { id: BigInt(id), ownerId: BigInt(owner_id) }, at },
      ...{ tradeHash: `missed${id}`, starterId: markets[0]?.buyer.id ?? 0n },
    }))
    .toReversed();
  const offers = { table: "offers", key: "id", ids: ended.map(({ offer }) => offer.id) };
  await giveHistory(
    app,
    markets.map(({ buyer }) => buyer.id),
  );
  await owner.query("update offers set missed_at = array[$2::timestamptz] where id = any($1)", [offers.ids, at]);
  await putLast(offers, "missed_at");
  // So that PostgreSQL knows how few there are, and reads them in the order of the table.
  await owner.query("analyze offers");
  return { ended, offers };
}

test("offers on which trades were missed are locked in their order", async () => {
  const { ended, offers } = await threeOffers();
  await assertInOrder(offers, () => app.dbs.worker.tx((tx) => recordMissedTrades(tx, ended)));
});

test("offers that missed trades before and served some now are locked in their order", async () => {
  const { ended, offers } = await threeOffers();
  await assertInOrder(offers, () => app.dbs.worker.tx((tx) => recordServedTrades(tx, ended)));
});

test("counts of partners are locked in the order of users where trades end another way than before", async () => {
  const markets = [await aMarket(app), await aMarket(app)];
  for (const market of markets) await aTrade(market, "released");
  await app.deliverEvents();
  const users = markets.flatMap(({ buyer, seller }) => [buyer.id, seller.id]);
  await owner.query("select count_endings(array(select id from trades where ended_at is not null))");
  const counts = { table: "partner_counts", key: "user_id", ids: users };
  await putLast(counts, "met");
  await assertInOrder(counts, () =>
    app.ownerPorts.db.tx(
      (tx) => tx.rows`update trading_pairs set successful = 0 where user_id = any(${users}::bigint[])`,
    ),
  );
});
