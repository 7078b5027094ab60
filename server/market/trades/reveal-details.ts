/** The buyer is ready to pay: the payment details are shown to him from now on. */
import type { Tx } from "../../platform/db.ts";
import { moveTrade } from "./move-trade.ts";
import type { TradeRow } from "./rows.ts";

export function revealDetails(tx: Tx, { hash, userId }: { hash: string; userId: bigint }): Promise<TradeRow> {
  return moveTrade(tx, {
    hash,
    verb: "reveal_details",
    userId,
    details: () => ({ change: { details_revealed_at: tx.now }, line: { key: "details_shared" } }),
  });
}
