/** A trade ended: both sides' counters move, in the trade's own transaction. Takes lists, as the hot verbs do. */
import type { Tx } from "../../platform/db.ts";
import { addVolumes, upsertTrades } from "./rows.ts";

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
  upsertTrades(tx, sides);
  const volumes = sides.filter((side) => side.isSuccessful);
  if (volumes.length === 0) return;
  addVolumes(tx, volumes);
}
