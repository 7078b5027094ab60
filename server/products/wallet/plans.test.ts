// Guards: delivering a change reads only what changed, however much was moved before.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { accountOf, post } from "../../money/ledger/index.ts";
import { giveCoins, testDb } from "../../testing/index.ts";
import { planOf, rowsRead } from "../../testing/plans.ts";
import { changedRows } from "./transaction-rows.ts";

const { db, owner } = await testDb();

/** People of this test; the ledger knows accounts by name and asks nobody else. */
const SELLERS = 20;
const TRADES = 6_000;
const CHANGED = 100;

const subjectOf = (trade: number) => `${trade}:1`;

/** Few people with a long history: each trade has an escrow of its own. */
before(async () => {
  await db.tx(async (tx) => {
    for (let seller = 1; seller <= SELLERS; seller++) await giveCoins(tx, BigInt(seller), "BTC", 1_000_000n);
    const trades = Array.from({ length: TRADES }, (_, index) => index + 1);
    await post(
      tx,
      trades.map((trade) => {
        const from = accountOf.available(BigInt(1 + (trade % SELLERS)), "BTC");
        const postings = [{ from, to: accountOf.escrow(BigInt(trade), "BTC"), units: 10n }];
        return { kind: "trade_lock", subject: subjectOf(trade), postings };
      }),
    );
  });
  await owner.query("analyze journals, postings, ledger_accounts");
});

test("the lines of a hundred trades read their postings and accounts and no others", async () => {
  const journals = Array.from({ length: CHANGED }, (_, index) => {
    const subject = subjectOf(TRADES - index);
    return { kind: "trade_lock", subject, reference: subject };
  });
  const ask = { hashes: [], journals };
  const [plan, lines] = await db.read(async (tx) => [
    await planOf(tx, (explaining) => changedRows(explaining, ask)),
    await changedRows(tx, ask),
  ]);
  assert.deepEqual([lines.length, new Set(lines.map(({ delta }) => delta))], [CHANGED, new Set(["-10"])]);
  for (const [table, most] of [
    ["postings", CHANGED],
    ["journals", CHANGED],
    ["ledger_accounts", 2 * CHANGED],
  ] as const) {
    const read = rowsRead(plan, table);
    assert.ok(read <= most, `${read} of ${table} were read`);
  }
});
