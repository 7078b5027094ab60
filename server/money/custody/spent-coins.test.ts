// Guards: the check of each minute looks at what was spent lately, however many outputs there have been; the one at night at all.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ids } from "../../platform/ids.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import { testApp } from "../../testing/index.ts";
import { currentSnapshot } from "../ledger/index.ts";
import { WALLET_CHECKS } from "./invariants.ts";
import { chainAssets } from "./solvency-rows.ts";

const app = await testApp();
const { owner } = app;
const SPENT = 20_000;

await owner.query(
  "insert into wallet_rails (chain, network, is_available, is_test) values ('bitcoin', 'regtest', true, true)",
);
/** Each spent by a payment of ours that is final, a block after the other; nothing of it is owed. */
await owner.query(
  `with place as (
     insert into wallet_addresses (chain, branch, path_index, address, purpose, currency, created_at)
     values ('bitcoin', 1, 7001, 'bcrt1qspent', 'change', 'BTC', market_now())
     returning id
   ), paid as (
     insert into chain_payments (chain, currency, purpose, subject, plan, status, raw_hex, txid, fee_paid, created_at)
     select 'bitcoin', 'BTC', 'sweep', 'spent' || number, '{}', 'completed', '00', 'spend' || number, 1, market_now()
     from generate_series(1, ${SPENT}) as number
   )
   insert into coins (txid, output_index, address_id, units, is_coinbase, block_height, spent_txid, spent_height)
   select 'coin' || number, 0, place.id, 1000, false, number, 'spend' || number, number + 1
   from place, generate_series(1, ${SPENT}) as number`,
);

/** Rows of outputs and payments that this transaction has read and not reported yet. */
async function readSoFar(tx: Tx): Promise<number> {
  const [row] = await tx.rows<{ read: number }>`
    select sum(seq_tup_read + idx_tup_fetch)::int as read
    from pg_stat_xact_user_tables
    where relname in ('coins', 'chain_payments')`;
  return row?.read ?? 0;
}

const findings = async (tx: Tx, since: "a minute" | "ever") => {
  const watermark = await currentSnapshot(tx);
  const found: string[] = [];
  for (const { find, findSince } of WALLET_CHECKS)
    found.push(...(since === "ever" ? await find(tx) : ((await findSince?.(tx, watermark)) ?? [])));
  return found;
};

test("what the minute's check reads does not grow with the outputs that were spent", async () => {
  await owner.query("analyze coins, chain_payments");
  const read = await app.ownerPorts.db.tx(async (tx) => {
    const before = await readSoFar(tx);
    assert.deepEqual(await findings(tx, "a minute"), []);
    await chainAssets(tx);
    return (await readSoFar(tx)) - before;
  });
  assert.ok(read < SPENT / 5, `${read} rows were read`);
});

test("an output that a stranger spent lately is found within a minute, an old one at night", async () => {
  for (const [height, since] of [
    [SPENT, "a minute"],
    [5, "ever"],
  ] as const)
    await app.ownerPorts.db
      .tx(async (tx) => {
        const thief = ids.hash();
        await tx.rows`update coins set spent_txid = ${thief} where spent_height = ${height}`;
        assert.deepEqual(await findings(tx, since), [`coin coin${height - 1}:0 was spent by ${thief}`]);
        throw new Error("taken back");
      })
      .catch((error: Error) => assert.equal(error.message, "taken back"));
});

test("what is on its way out counts until it is final, and what nothing spends", async () => {
  const units = async (tx: Tx) => (await chainAssets(tx)).find(({ currency }) => currency === "BTC")?.assetUnits ?? 0n;
  await app.ownerPorts.db
    .tx(async (tx) => {
      const before = await units(tx);
      await tx.rows`update coins set spent_txid = null, spent_height = null where txid in ('coin1', 'coin2')`;
      assert.equal((await units(tx)) - before, 2000n);
      await tx.rows`update chain_payments set status = 'confirming' where txid in ('spend3', 'spend4', 'spend5')`;
      assert.equal((await units(tx)) - before, 5000n);
      throw new Error("taken back");
    })
    .catch((error: Error) => assert.equal(error.message, "taken back"));
});
