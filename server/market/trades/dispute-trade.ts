/** The moves of a dispute, for the module that knows its reasons: opened by a side, awarded by a moderator. */
import type { DisputeReasonSlug } from "#contract/dispute-reasons.ts";
import type { Tx } from "../../platform/db.ts";
import { moveTrade } from "./move-trade.ts";
import type { TradeRow } from "./rows.ts";

/** Refuses dispute.too_early and what moveTrade refuses. */
export function openTradeDispute(
  tx: Tx,
  { hash, userId, reason, text }: { hash: string; userId: bigint; reason: DisputeReasonSlug; text: string },
): Promise<TradeRow> {
  return moveTrade(tx, {
    hash,
    verb: "open_dispute",
    userId,
    details: (_trade, actor) => ({
      change: {
        dispute_opened_at: tx.now,
        dispute_opened_by: actor === "buyer" ? "buyer" : "seller",
        dispute_reason: reason,
        dispute_text: text,
      },
      note: reason,
      line: { key: `dispute_opened_${actor}` },
    }),
  });
}

/** The escrow goes to the winner. Refuses trade.wrong_status once the sides have settled. */
export function awardTrade(
  tx: Tx,
  { hash, moderatorId, winner, note }: { hash: string; moderatorId: bigint; winner: "buyer" | "seller"; note: string },
): Promise<TradeRow> {
  return moveTrade(tx, {
    hash,
    verb: winner === "buyer" ? "award_buyer" : "award_seller",
    userId: moderatorId,
    as: "moderator",
    details: () => ({
      ...(winner === "buyer" ? { change: { released_at: tx.now } } : {}),
      note,
      line: { key: `dispute_won_${winner}` },
    }),
  });
}
