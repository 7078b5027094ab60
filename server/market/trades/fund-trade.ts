/** The seller locks the coins of a trade that waits for them; the payment window begins. */
import type { Tx } from "../../platform/db.ts";
import { moveTrade } from "./move-trade.ts";
import type { TradeRow } from "./rows.ts";

/** Refuses trade.low_balance and what moveTrade refuses. */
export function fundTrade(tx: Tx, { hash, userId }: { hash: string; userId: bigint }): Promise<TradeRow> {
  return moveTrade(tx, {
    hash,
    verb: "fund",
    userId,
    details: (trade) => ({ change: fundedNow(trade, tx.now), line: { key: "trade_funded" } }),
  });
}

/** A window that begins now. */
export function fundedNow(trade: Pick<TradeRow, "window_minutes">, now: Date) {
  return { funded_at: now, expires_at: new Date(now.getTime() + trade.window_minutes * 60_000) };
}
