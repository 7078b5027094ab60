/** A side ends the trade; the coins go back to the seller. */
import { Refusal } from "#contract/refusals.ts";
import type { Tx } from "../../platform/db.ts";
import type { TradeRow } from "./rows.ts";
import { transitionTrade } from "./transition-trades.ts";

/** Every refusal that a person should read is trade.cancel_refused (400), with the reason's code beside it. */
export async function cancelTrade(tx: Tx, { hash, userId }: { hash: string; userId: bigint }): Promise<TradeRow> {
  try {
    return await transitionTrade(tx, { hash, verb: "cancel", userId });
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === "trade.not_found") throw error;
    throw new Refusal("trade.cancel_refused", { ...error.context, reason: error.code });
  }
}
