/** The seller gives the buyer more time, twice at most. */
import type { Tx } from "../../platform/db.ts";
import { moveTrade } from "./move-trade.ts";
import type { TradeRow } from "./rows.ts";

/** Refuses trade.no_extension_left and what moveTrade refuses. */
export function extendTrade(
  tx: Tx,
  { hash, userId, minutes }: { hash: string; userId: bigint; minutes: number },
): Promise<TradeRow> {
  return moveTrade(tx, {
    hash,
    verb: "extend",
    userId,
    details: (trade) => ({
      change: {
        expires_at: new Date((trade.expires_at ?? tx.now).getTime() + minutes * 60_000),
        extended_times: trade.extended_times + 1,
      },
      note: `${minutes} minutes`,
      line: { key: "trade_extended", values: { minutes: String(minutes) } },
    }),
  });
}
