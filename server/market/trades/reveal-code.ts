/** The seller looks at the code that paid. That happens once, at a time that is written down. */
import { Refusal } from "#contract/refusals.ts";
import type { Tx } from "../../platform/db.ts";
import { readCode } from "../gift-cards/index.ts";
import { lockTrades, type TradeRow } from "./rows.ts";
import { roleIn } from "./trade.ts";
import { transitionTrade } from "./transition-trades.ts";

/** For so long the answer is given again to whoever did not get it; the time that is written down stays the first. */
const LOST_ANSWER_MS = 2 * 60_000;

/** Refuses trade.not_found, trade.not_yours, trade.wrong_status, gift_card.shown_before; gift_card.not_found where its owner's account has closed. */
export async function revealCode(
  tx: Tx,
  { hash, userId }: { readonly hash: string; readonly userId: bigint },
): Promise<{ readonly trade: TradeRow; readonly code: string }> {
  const before = (await lockTrades(tx, [hash])).get(hash);
  const shownAt = before && roleIn(before, userId) === "seller" ? before.code_revealed_at : null;
  if (before && shownAt && tx.now.getTime() - shownAt.getTime() <= LOST_ANSWER_MS)
    return { trade: before, code: await readCode(tx, { tradeId: before.id, at: shownAt }) };
  if (shownAt) throw new Refusal("gift_card.shown_before", { at: shownAt.toISOString() });
  const trade = await transitionTrade(tx, { hash, verb: "reveal_code", userId });
  return { trade, code: await readCode(tx, { tradeId: trade.id, at: tx.now }) };
}
