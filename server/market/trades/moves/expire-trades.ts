/** What nobody paid or funded in time ends, by the market's clock. */
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { Db, Tx } from "../../../platform/postgres/db.ts";
import { applyTransitions } from "./apply-transitions.ts";
import { inBatches } from "./in-batches.ts";
import { dueTrades, lockTrades } from "../rows.ts";
import { decide, factsOf } from "../trade.ts";

/** Ends everything that is over; returns how many. */
export function expireTrades(db: Db): Promise<number> {
  return inBatches(db, { find: dueTrades, apply: expireThese });
}

/** The same for these trades. */
export async function expireThese(tx: Tx, hashes: readonly string[]): Promise<void> {
  const locked = await lockTrades(tx, hashes);
  const transitions = [...locked.values()].flatMap((trade) => {
    // Decided again under the lock: the buyer may have paid while we waited for it.
    const decision = decide(factsOf(trade), { verb: "expire", actor: "clock", now: tx.now });
    if (decision instanceof Refusal) return [];
    return [{ trade, verb: "expire", actor: "clock", actorId: null, decision, input: {} } as const];
  });
  await applyTransitions(tx, transitions);
}
