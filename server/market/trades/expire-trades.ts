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
    const count = await db.tx(expireBatch);
    ended += count;
    if (count < BATCH) return ended;
  }
}

async function expireBatch(tx: Tx): Promise<number> {
  const due = await tx.rows<{ hash: string }>`
    select hash
    from trades
    where expires_at <= ${tx.now}
    order by expires_at
    limit ${BATCH}`;
  const locked = await lockTrades(
    tx,
    due.map(({ hash }) => hash),
  );
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
  return due.length;
}
