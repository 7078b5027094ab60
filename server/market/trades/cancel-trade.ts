/** A side ends the trade; the coins go back to the seller. */
import { Refusal } from "#contract/refusals.ts";
import type { Tx } from "../../platform/db.ts";
import { moveTrade } from "./move-trade.ts";
import type { TradeRow } from "./rows.ts";

/** Every refusal that a person should read is trade.cancel_refused (400), with the reason's code beside it. */
export async function cancelTrade(tx: Tx, { hash, userId }: { hash: string; userId: bigint }): Promise<TradeRow> {
  try {
    return await moveTrade(tx, {
      hash,
      verb: "cancel",
      userId,
      details: (_trade, actor) => ({ line: { key: `trade_cancelled_${actor}` } }),
    });
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === "trade.not_found") throw error;
    throw new Refusal("trade.cancel_refused", { ...error.context, reason: error.code });
  }
}
