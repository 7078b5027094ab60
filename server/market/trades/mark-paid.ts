/** The buyer says that the money is sent. */
import type { Tx } from "../../platform/db.ts";
import { type MoveCommand, moveTrade } from "./move-trade.ts";
import type { TradeRow } from "./rows.ts";

/** Refuses what moveTrade refuses; trade.wrong_status after the window or before the details were shown. */
export function markPaid(tx: Tx, input: { hash: string; userId: bigint }): Promise<TradeRow> {
  return moveTrade(tx, paidOf(input));
}

export function paidOf({ hash, userId }: { hash: string; userId: bigint }): MoveCommand {
  return {
    hash,
    verb: "mark_paid",
    userId,
    details: (_trade, _actor, now) => ({
      change: { paid_at: now, was_ever_paid: true },
      line: { key: "trade_paid" },
    }),
  };
}
