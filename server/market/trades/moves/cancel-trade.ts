/** A side ends the trade; the coins go back to the seller. */
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { Tx } from "../../../platform/postgres/db.ts";
import type { TradeRow } from "../rows.ts";
import { transitionTrade } from "./transition-trades.ts";

const ASKED_BY_MACHINE = ["trade.not_found", "auth.password_proof"];

/** Refuses auth.password_proof for a trade that was paid; every other refusal that a person should read is trade.cancel_refused, with the reason's code. */
export async function cancelTrade(tx: Tx, { hash, userId }: { hash: string; userId: bigint }): Promise<TradeRow> {
  try {
    return await transitionTrade(tx, { hash, verb: "cancel", userId });
  } catch (error) {
    if (!(error instanceof Refusal) || ASKED_BY_MACHINE.includes(error.code)) throw error;
    throw new Refusal("trade.cancel_refused", { ...error.context, reason: error.code });
  }
}
