/** The seller looks at the code that paid: the first time is recorded, and the code is given again for two minutes. */
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { Tx } from "../../../platform/postgres/db.ts";
import { readCode } from "../../gift-cards/index.ts";
import { lockTrades, type TradeRow } from "../rows.ts";
import { decide, factsOf, roleIn } from "../trade.ts";
import { transitionTrade } from "../moves/transition-trades.ts";

/** Refuses trade.not_found, trade.not_yours, trade.wrong_status, gift_card.shown_before; gift_card.not_found where its owner's account has closed. */
export async function revealCode(
  tx: Tx,
  { hash, userId }: { readonly hash: string; readonly userId: bigint },
): Promise<{ readonly trade: TradeRow; readonly code: string }> {
  const before = (await lockTrades(tx, [hash])).get(hash);
  const actor = before && roleIn(before, userId);
  if (!before || !actor) throw new Refusal("trade.not_found");
  const shownAt = before.code_revealed_at;
  const decision = decide(factsOf(before), { verb: "reveal_code", actor, now: tx.now });
  if (decision instanceof Refusal) throw decision;
  if (shownAt) return { trade: before, code: await readCode(tx, { tradeId: before.id, at: shownAt }) };
  const trade = await transitionTrade(tx, { hash, verb: "reveal_code", userId });
  return { trade, code: await readCode(tx, { tradeId: trade.id, at: tx.now }) };
}
