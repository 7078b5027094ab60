/** The stored figures of each trader equal those of the counted trades: checked in full, because it counts them all. */
import type { ReadTx } from "../../platform/postgres/db.ts";
import type { InvariantCheck } from "../../money/ledger/index.ts";

export const REPUTATION_CHECKS: readonly InvariantCheck[] = [
  { id: "I21", find: totalsAreCounted },
  { id: "I21", find: slotsAreCounted },
  { id: "I21", find: pairsAreCounted },
  { id: "I21", find: weightsAreCounted },
];

async function totalsAreCounted(tx: ReadTx): Promise<string[]> {
  const rows = await tx.rows<{ user_id: bigint; kept: string; counted: string }>`
    select user_id, row (kept.trades, kept.successful, kept.first_at)::text as kept,
      row (counted.trades, counted.successful, counted.first_at)::text as counted
    from reputation_totals kept
    full join (
      select user_id, count(*)::int as trades, count(*) filter (where is_successful)::int as successful,
        min(at) filter (where is_successful) as first_at
      from reputation_trades
      group by user_id
    ) as counted using (user_id)
    where (kept.trades, kept.successful, kept.first_at) is distinct from (counted.trades, counted.successful, counted.first_at)
    limit 10`;
  return rows.map((row) => `the figures of user ${row.user_id} are ${row.kept}, their trades say ${row.counted}`);
}

/** Of the longest window of badges, whole slots. */
async function slotsAreCounted(tx: ReadTx): Promise<string[]> {
  const rows = await tx.rows<{ user_id: bigint; begins_at: Date }>`
    with month as (select date_bin('4 hours', ${tx.now}::timestamptz - interval '150 days', '2000-01-01 00:00+00') as slot)
    select user_id, begins_at
    from (
      select user_id, begins_at, trades, successful
      from reputation_slots, month
      where begins_at > month.slot
    ) as kept
    full join (
      select user_id, date_bin('4 hours', at, '2000-01-01 00:00+00') as begins_at, count(*) as trades,
        count(*) filter (where is_successful) as successful
      from reputation_trades, month
      where at >= month.slot + interval '4 hours'
      group by 1, 2
    ) as counted using (user_id, begins_at)
    where (coalesce(kept.trades, 0), coalesce(kept.successful, 0))
       <> (coalesce(counted.trades, 0), coalesce(counted.successful, 0))
    limit 10`;
  return rows.map((row) => `the month of user ${row.user_id} differs at ${row.begins_at.toISOString()}`);
}

async function pairsAreCounted(tx: ReadTx): Promise<string[]> {
  const rows = await tx.rows<{ detail: string }>`
    select 'the pair of ' || user_id || ' and ' || partner_id || ' differs from their trades' as detail
    from trading_pairs kept
    full join (
      select user_id, partner_id, count(*)::int as trades, count(*) filter (where is_successful)::int as successful
      from reputation_trades
      group by user_id, partner_id
    ) as counted using (user_id, partner_id)
    where (kept.trades, kept.successful) is distinct from (counted.trades, counted.successful)
    union all
    select 'the partners of ' || user_id || ' differ from their pairs'
    from partner_counts kept
    full join (
      select user_id, count(*)::int as met, count(*) filter (where successful > 0)::int as successful
      from trading_pairs
      group by user_id
    ) as counted using (user_id)
    where (kept.met, kept.successful) is distinct from (counted.met, counted.successful)
    limit 10`;
  return rows.map(({ detail }) => detail);
}

async function weightsAreCounted(tx: ReadTx): Promise<string[]> {
  const rows = await tx.rows<{ detail: string }>`
    select 'the weight of the pair of ' || user_id || ' and ' || partner_id || ' differs from their trades' as detail
    from pair_weights kept
    full join (
      select user_id, partner_id, sum(fee_cents)::bigint as fee_cents
      from reputation_trades
      where fee_cents <> 0
      group by user_id, partner_id
    ) as paid using (user_id, partner_id)
    where coalesce(kept.fee_cents, 0) <> coalesce(paid.fee_cents, 0)
    union all
    select 'the weights of ' || user_id || ' differ from their pairs'
    from user_reputation kept
    full join (
      select user_id, sum(partner_weight(fee_cents)) as partners,
        coalesce(sum(partner_weight(fee_cents)) filter (where rating = 1), 0) as positive,
        coalesce(sum(negative_weight(fee_cents)) filter (where rating = -1), 0) as negative
      from pair_weights
      group by user_id
    ) as counted using (user_id)
    where (coalesce(kept.weight_partners, 0), coalesce(kept.weight_positive, 0), coalesce(kept.weight_negative, 0))
       <> (coalesce(counted.partners, 0), coalesce(counted.positive, 0), coalesce(counted.negative, 0))
    limit 10`;
  return rows.map(({ detail }) => detail);
}
