/** The buyer says that the money is sent. */
import type { Tx } from "../../platform/db.ts";
import { moveTrade } from "./move-trade.ts";
import type { TradeRow } from "./rows.ts";

/** Refuses what moveTrade refuses; trade.wrong_status after the window or before the details were shown. */
export function markPaid(tx: Tx, { hash, userId }: { hash: string; userId: bigint }): Promise<TradeRow> {
  return moveTrade(tx, {
    hash,
    verb: "mark_paid",
    userId,
    details: () => ({ change: { paid_at: tx.now, was_ever_paid: true }, line: { key: "trade_paid" } }),
  });
}
