/** A trade ended: both sides' counters move, in the trade's own transaction. Takes lists, as the hot verbs do. */
import type { Tx } from "../../platform/db.ts";

export type TradeOutcome = {
  readonly tradeId: bigint;
  readonly buyerId: bigint;
  readonly sellerId: bigint;
  readonly currency: string;
  readonly units: bigint;
  readonly isSuccessful: boolean;
  /** Seconds the buyer took to mark paid, and the seller to release after that; null where the step did not happen. */
  readonly paidAfterSec: number | null;
  readonly releasedAfterSec: number | null;
};

/** Counts each trade once: a second call for the same trade and side only corrects its outcome. */
export function recordTrades(tx: Tx, outcomes: readonly TradeOutcome[]): void {
  if (outcomes.length === 0) return;
  const sides = outcomes.flatMap((outcome) => [
    { ...outcome, userId: outcome.buyerId, partnerId: outcome.sellerId, role: "buyer", tookSec: outcome.paidAfterSec },
    {
      ...outcome,
      userId: outcome.sellerId,
      partnerId: outcome.buyerId,
      role: "seller",
      tookSec: outcome.releasedAfterSec,
    },
  ]);
  tx.later(tx.rows`
    insert into reputation_trades (user_id, trade_id, partner_id, at, is_successful, role, took_sec)
    select user_id, trade_id, partner_id, ${tx.now}, is_successful, role, took_sec
    from unnest(
      ${sides.map((s) => s.userId)}::bigint[], ${sides.map((s) => s.tradeId)}::bigint[], ${sides.map((s) => s.partnerId)}::bigint[],
      ${sides.map((s) => s.isSuccessful)}::bool[], ${sides.map((s) => s.role)}::text[], ${sides.map((s) => s.tookSec)}::int[]
    ) as side (user_id, trade_id, partner_id, is_successful, role, took_sec)
    on conflict (user_id, trade_id) do update set is_successful = excluded.is_successful, at = excluded.at`);
  const volumes = sides.filter((side) => side.isSuccessful);
  if (volumes.length === 0) return;
  tx.later(tx.rows`
    insert into user_volumes (user_id, currency, units)
    select user_id, currency, sum(units)::bigint
    from unnest(${volumes.map((v) => v.userId)}::bigint[], ${volumes.map((v) => v.currency)}::text[], ${volumes.map((v) => v.units)}::bigint[])
      as moved (user_id, currency, units)
    group by user_id, currency
    order by user_id, currency
    on conflict (user_id, currency) do update set units = user_volumes.units + excluded.units`);
}
