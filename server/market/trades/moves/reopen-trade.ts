/** An ended trade goes on: the buyer asks, the seller agrees, or a moderator orders it. The amount stays as it was. */
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { Tx } from "../../../platform/postgres/db.ts";
import { refuseClosedTrade } from "../../../people/accounts/index.ts";
import { findMember } from "../../chat/index.ts";
import { holdJudge, lockTrades, type TradeRow } from "../rows.ts";
import { roleIn } from "../trade.ts";
import { transitionTrade } from "./transition-trades.ts";

/**
 * Of the staff only the moderator of the case orders it; one who may not judge any more is a stranger. Refuses trade.not_found,
 * trade.view_blocked, dispute.not_taken, trade.reopen_too_late, trade.reopen_not_asked, trade.low_balance and what transitionTrade
 * refuses.
 */
export async function reopenTrade(
  tx: Tx,
  { hash, userId, isStaff }: { hash: string; userId: bigint; isStaff: boolean },
): Promise<TradeRow> {
  const trade = (await lockTrades(tx, [hash])).get(hash);
  if (!trade) throw new Refusal("trade.not_found");
  const role = roleIn(trade, userId);
  // A side decides in that role, never as staff.
  if (!role && isStaff && (await holdJudge(tx, userId))) {
    if (!(await findMember(tx, { ref: hash, userId, isStaff }))) throw new Refusal("dispute.not_taken");
    return transitionTrade(tx, { hash, verb: "reopen", userId, as: "moderator" });
  }
  // The answer is the trade, which staff have closed to this side.
  if (role) await refuseClosedTrade(tx, { userId, status: trade.status });
  return transitionTrade(tx, { hash, verb: role === "buyer" ? "ask_reopen" : "reopen", userId });
}
