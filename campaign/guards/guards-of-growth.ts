/** Promises about what is kept instead of being counted each time, and about the ledger's check that looks at what is new. */
import type { Guard } from "./guard.ts";

const USAGE = "server/migrations/0220-usage-of-limits.sql";
const RUNNING = "server/migrations/0274-limits-of-divisions.sql";
const FIGURES = "server/migrations/0221-reputation-by-steps.sql";
const KEPT = "server/market/trades/kept-totals.test.ts";
const NEW = "server/outward/staff/what-is-new.test.ts";
const SPENT = "server/money/custody/spent-coins.test.ts";

export const GUARDS_OF_GROWTH: readonly Guard[] = [
  {
    promise: "the minute's check reads no output that was spent long ago",
    file: "server/money/custody/invariants.ts",
    text: "const NEWEST_SPENT = 1000;",
    without: "const NEWEST_SPENT = 1_000_000;",
    test: SPENT,
    only: "does not grow",
  },
  {
    promise: "what is on its way out is cover until it is final",
    file: "server/money/custody/solvency-rows.ts",
    text: "spending.status in ('broadcast', 'confirming')",
    without: "spending.status in ('broadcast')",
    test: SPENT,
    only: "until it is final",
  },
  {
    promise: "of a division the buyer's share counts for both sides' limits",
    file: RUNNING,
    text: "    when share is not null then div(usd_cents::numeric * share + units - 1, units)::bigint\n",
    without: "",
    test: KEPT,
    only: "a division counts for the limits of both sides with what went over, whoever won",
  },
  {
    promise: "a transaction that began before a check and commits after it is new to the next one",
    file: "server/money/ledger/watermark-rows.ts",
    text: "} >= pg_snapshot_xmin(",
    without: "} >= pg_snapshot_xmax(",
    test: NEW,
    only: "a broken balance that commits after a check, in a transaction that began before it, is found by the next check",
  },
  {
    promise: "what a check of a minute has found it finds again",
    file: "server/outward/staff/check-books.ts",
    text: "    if (violations.length === 0) await moveWatermark(tx, watermark);\n",
    without: "    await moveWatermark(tx, watermark);\n",
    test: NEW,
    only: "a broken balance that commits after a check, in a transaction that began before it, is found by the next check",
  },
  {
    promise: "what is looked at and what is noted as seen are of one snapshot",
    file: "server/platform/begins.ts",
    text: '  text: "begin isolation level repeatable read; set local',
    without: '  text: "begin; set local',
    test: NEW,
    only: "a check sees one snapshot, for as long as it takes",
  },
  {
    promise: "numbers of transactions of another cluster are not believed",
    file: "server/money/ledger/watermark-rows.ts",
    text: "    join pg_control_system() here on here.system_identifier = ledger_cluster.system_identifier`;",
    without: "    cross join pg_control_system() here`;",
    test: NEW,
  },
  {
    promise: "a check in full that was skipped is an alarm",
    file: "server/outward/staff/market-status.ts",
    text: " || isOlder(at, UNCHECKED_IN_FULL_SEC)",
    without: "",
    test: NEW,
  },
  {
    promise: "a trade that ends without success gives its sides' limits back",
    file: USAGE,
    text: "create trigger trades_counted_change after update on trades\n  referencing old table as removed new table as added for each statement execute function count_trades();\n",
    without: "",
    test: KEPT,
  },
  {
    promise: "a trade that ended runs no more",
    file: RUNNING,
    text: "  if ended is not null then delete from running_trades where trade_id = any (ended); end if;\n",
    without: "",
    test: KEPT,
  },
  {
    promise: "a window that ended is no timer any more",
    file: RUNNING,
    text: "  if stopped is not null then delete from trade_timers where trade_id = any (stopped); end if;\n",
    without: "",
    test: KEPT,
  },
  {
    promise: "a trade that is opened again runs",
    file: RUNNING,
    text: "  if again is not null then\n",
    without: "  if false then\n",
    test: KEPT,
  },
  {
    promise: "a window that is longer ends later",
    file: RUNNING,
    text: "    set expires_at = excluded.expires_at;\n",
    without: "    set expires_at = kept.expires_at;\n",
    test: "server/market/trades/deadlines.test.ts",
  },
  {
    promise: "of two hours that share a row of the ring the later one is kept",
    file: USAGE,
    text: "  where known.begins_at <= excluded.begins_at;\nend $$;\n\n-- By statement",
    without: ";\nend $$;\n\n-- By statement",
    test: KEPT,
  },
  {
    promise: "a day of the limits is 24 hours to the moment",
    file: "server/market/trades/limit-rows.ts",
    text: "      (lately.cents + edge.cents)::bigint as day_cents",
    without: "      lately.cents::bigint as day_cents",
    test: KEPT,
  },
  {
    promise: "a trade that is counted another way is taken off first",
    file: FIGURES,
    text: "      (removed.user_id, removed.at, -1, -removed.is_successful::int)\n",
    without: "      (removed.user_id, removed.at, 0, 0)\n",
    test: KEPT,
  },
  {
    promise: "a trade that is opened again is no ended one of the history",
    file: RUNNING,
    text: "      where removed.ended_at is not null and (added.ended_at is null or removed.status <> added.status)\n",
    without:
      "    where removed.ended_at is not null and removed.status <> added.status and added.ended_at is not null\n",
    test: KEPT,
  },
];
