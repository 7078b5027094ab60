/**
 * A seller who took an offer to buy and was short has some time to bring the coins. Until they fund the trade, its status says how
 * far those are: not there, on their way over the chain, or arrived. Whatever brings or takes coins (a deposit, a reorganisation,
 * a conversion, another trade) is looked at by what it left behind. Nothing moves by it: the seller funds by their own act.
 */
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { TradeVerb } from "#contract/market/trades/trade/verbs.ts";
import type { UNFUNDED_STATUSES } from "#contract/market/trades/trade/statuses.ts";
import type { Db, Tx } from "../../../platform/postgres/db.ts";
import { applyTransitions } from "../moves/apply-transitions.ts";
import { fundsOf, tradesWithOtherFunds } from "./funds-rows.ts";
import { inBatches } from "../moves/in-batches.ts";
import { lockTrades } from "../rows.ts";
import { decide, factsOf } from "../trade.ts";

const VERBS: Readonly<Record<(typeof UNFUNDED_STATUSES)[number], TradeVerb>> = {
  not_funded: "lose_funds",
  funds_processing: "await_funds",
  funds_processed: "receive_funds",
};

/** Moves every trade that waits to where its seller's coins are; returns how many. */
export function followFunds(db: Db): Promise<number> {
  return inBatches(db, { find: tradesWithOtherFunds, apply: followThese });
}

/** The same for these trades. */
export async function followThese(tx: Tx, hashes: readonly string[]): Promise<void> {
  const locked = await lockTrades(tx, hashes);
  const transitions = (await fundsOf(tx, hashes)).flatMap(({ hash, funds }) => {
    const [trade, verb] = [locked.get(hash), VERBS[funds]];
    if (!trade) return [];
    // Decided under the lock: the seller may have funded it, or it is over.
    const decision = decide(factsOf(trade), { verb, actor: "platform", now: tx.now });
    if (decision instanceof Refusal) return [];
    return [{ trade, verb, actor: "platform", actorId: null, decision, input: {} } as const];
  });
  await applyTransitions(tx, transitions);
}
