/** What nobody paid or funded in time ends, by the market's clock. Safe to run twice and by two processes. */
import { Refusal } from "#contract/refusals.ts";
import type { Db, ReadTx, Tx } from "../../platform/db.ts";
import { applyTransitions } from "./apply-transitions.ts";
import { dueTrades, lockTrades } from "./rows.ts";
import { decide, factsOf } from "./trade.ts";

const BATCH = 200;

/** Ends everything that is over; returns how many. */
export async function expireTrades(db: Db): Promise<number> {
  let ended = 0;
  for (;;) {
    const count = await db.tx(async (tx) => expireThese(tx, await dueHashes(tx))).catch(() => expireIndependently(db));
    ended += count;
    if (count < BATCH) return ended;
  }
}

/** After a batch failed: one trade that cannot be ended must not hold up the others. Throws what the first one threw. */
async function expireIndependently(db: Db): Promise<number> {
  const faults: unknown[] = [];
  const due = await db.tx(dueHashes);
  for (const hash of due) await db.tx((tx) => expireThese(tx, [hash])).catch((error) => faults.push(error));
  if (faults.length > 0) throw faults[0];
  return due.length;
}

function dueHashes(tx: ReadTx): Promise<string[]> {
  return dueTrades(tx, BATCH);
}

async function expireThese(tx: Tx, hashes: readonly string[]): Promise<number> {
  const locked = await lockTrades(tx, hashes);
  const transitions = [...locked.values()].flatMap((trade) => {
    // Decided again under the lock: the buyer may have paid while we waited for it.
    const decision = decide(factsOf(trade), { verb: "expire", actor: "clock", now: tx.now });
    if (decision instanceof Refusal) return [];
    return [{ trade, verb: "expire", actor: "clock", actorId: null, decision, input: {} } as const];
  });
  await applyTransitions(tx, transitions);
  return hashes.length;
}
