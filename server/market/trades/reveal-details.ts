/** The buyer is ready to pay: the payment details are shown to him from now on. */
import type { Tx } from "../../platform/db.ts";
import { type MoveCommand, moveTrade } from "./move-trade.ts";
import type { TradeRow } from "./rows.ts";

export function revealDetails(tx: Tx, input: { hash: string; userId: bigint }): Promise<TradeRow> {
  return moveTrade(tx, revealOf(input));
}

export function revealOf({ hash, userId }: { hash: string; userId: bigint }): MoveCommand {
  return {
    hash,
    verb: "reveal_details",
    userId,
    details: (_trade, _actor, now) => ({ change: { details_revealed_at: now }, line: { key: "details_shared" } }),
  };
}
