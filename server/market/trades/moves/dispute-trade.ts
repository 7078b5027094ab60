/** The transitions of a dispute, for the module that knows its reasons: opened by a side, awarded by a moderator. */
import type { DisputeReasonSlug } from "#contract/market/disputes/reasons.ts";
import type { Tx } from "../../../platform/postgres/db.ts";
import type { TradeRow } from "../rows.ts";
import { transitionTrade } from "./transition-trades.ts";

/** Refuses dispute.too_early and what transitionTrade refuses. */
export function openTradeDispute(
  tx: Tx,
  { hash, userId, reason, text }: { hash: string; userId: bigint; reason: DisputeReasonSlug; text: string },
): Promise<TradeRow> {
  return transitionTrade(tx, { hash, verb: "open_dispute", userId, input: { reason, text } });
}

export type TradeAward = {
  readonly hash: string;
  readonly moderatorId: bigint;
  readonly winner: "buyer" | "seller";
  /** What the buyer gets of a divided escrow, less than the amount of the trade; null gives all to the winner. */
  readonly shareUnits: bigint | null;
  readonly note: string;
};

/** The escrow goes to the winner, or to both. Refuses trade.wrong_status once the sides have settled. */
export function awardTrade(tx: Tx, { hash, moderatorId, winner, shareUnits, note }: TradeAward): Promise<TradeRow> {
  const verb = winner === "buyer" ? "award_buyer" : "award_seller";
  const input = shareUnits === null ? { note } : { note, shareUnits };
  return transitionTrade(tx, { hash, verb, userId: moderatorId, as: "moderator", input });
}
