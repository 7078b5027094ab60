/** What nobody paid or funded in time ends, by the market's clock. Safe to run twice and by two processes. */
import { Refusal } from "#contract/refusals.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { carryOut } from "./carry-out.ts";
import { factsOf, lockTrades } from "./rows.ts";
import { decide } from "./trade.ts";

const BATCH = 200;

/** Ends everything that is over; returns how many. */
export async function expireTrades(db: Db): Promise<number> {
  let ended = 0;
  for (;;) {
    const count = await db.tx(async (tx) => expireThese(tx, await dueHashes(tx))).catch(() => expireEachAlone(db));
    ended += count;
    if (count < BATCH) return ended;
  }
}

/** After a batch failed: one trade that cannot be ended must not hold up the others. Throws what the first one threw. */
async function expireEachAlone(db: Db): Promise<number> {
  const faults: unknown[] = [];
  const due = await db.tx(dueHashes);
  for (const hash of due) await db.tx((tx) => expireThese(tx, [hash])).catch((error) => faults.push(error));
  if (faults.length > 0) throw faults[0];
  return due.length;
}

async function dueHashes(tx: Tx): Promise<string[]> {
  const due = await tx.rows<{ hash: string }>`
    select hash
    from trades
    where expires_at <= ${tx.now}
    order by expires_at
    limit ${BATCH}`;
  return due.map(({ hash }) => hash);
}

async function expireThese(tx: Tx, hashes: readonly string[]): Promise<number> {
  const locked = await lockTrades(tx, hashes);
  const moves = [...locked.values()].flatMap((trade) => {
    // Decided again under the lock: the buyer may have paid while we waited for it.
    const decision = decide(factsOf(trade), { verb: "expire", actor: "clock", now: tx.now });
    if (decision instanceof Refusal) return [];
    return [
      {
        trade,
        verb: "expire",
        actor: "clock",
        actorId: null,
        decision,
        line: { key: decision.status === "expired" ? "trade_expired" : "trade_not_funded" },
      } as const,
    ];
  });
  await carryOut(tx, moves);
  return hashes.length;
}
