/** An ended trade goes on: the buyer asks, the seller agrees, or a moderator orders it. The amount stays as it was. */
import { Refusal } from "#contract/refusals.ts";
import type { Tx } from "../../platform/db.ts";
import { fundedNow } from "./fund-trade.ts";
import { moveTrade, roleIn } from "./move-trade.ts";
import { lockTrades, type TradeRow } from "./rows.ts";

/** Refuses trade.reopen_too_late, trade.reopen_not_asked, trade.low_balance and what moveTrade refuses. */
export async function reopenTrade(
  tx: Tx,
  { hash, userId, as }: { hash: string; userId: bigint; as?: "moderator" },
): Promise<TradeRow> {
  const trade = (await lockTrades(tx, [hash])).get(hash);
  if (!trade) throw new Refusal("trade.not_found");
  const isAsking = as === undefined && roleIn(trade, userId) === "buyer";
  if (isAsking) {
    return moveTrade(tx, {
      hash,
      verb: "ask_reopen",
      userId,
      details: () => ({ change: { reopen_asked_at: tx.now }, line: { key: "reopen_asked" } }),
    });
  }
  return moveTrade(tx, {
    hash,
    verb: "reopen",
    userId,
    ...(as ? { as } : {}),
    details: (ended) => ({
      // A new round: its escrow is funded once and leaves once, as the first one's was.
      change: { ...fundedNow(ended, tx.now), round: ended.round + 1, is_reopened: true, ended_at: null, paid_at: null },
      line: { key: "trade_reopened" },
    }),
  });
}
