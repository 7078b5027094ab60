/** The buyer adds one of their cards to a trade, and the trade shows its facts. */
import type { Tx } from "../../../platform/postgres/db.ts";
import { useCard } from "../../gift-cards/index.ts";
import { lockTrades, type TradeRow } from "../rows.ts";
import { decide, factsOf, roleIn } from "../trade.ts";
import { transitionTrade } from "../moves/transition-trades.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";

/**
 * Refuses trade.not_found, trade.not_yours, trade.wrong_status, gift_card.not_found and gift_card.unfit. Locks the trade, then the
 * card: the status of the trade is checked before the card.
 */
export async function shareGiftCard(
  tx: Tx,
  { hash, userId, card }: { readonly hash: string; readonly userId: bigint; readonly card: string },
): Promise<TradeRow> {
  const trade = (await lockTrades(tx, [hash])).get(hash);
  const actor = trade && roleIn(trade, userId);
  if (!trade || !actor) throw new Refusal("trade.not_found");
  const decision = decide(factsOf(trade), { verb: "share_gift_card", actor, now: tx.now });
  if (decision instanceof Refusal) throw decision;
  await useCard(tx, { ownerId: userId, hash: card, tradeId: trade.id });
  return transitionTrade(tx, { hash, verb: "share_gift_card", userId });
}
