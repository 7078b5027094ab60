/** Staff can close the ended trades to their user; a trade that is open, or that has a chargeback open, stays open to its end. */
import { Refusal } from "#contract/platform/errors/refusals.ts";
import { isOver, type TradeStatus } from "#contract/market/trades/trade/statuses.ts";
import type { ReadTx } from "../../../platform/postgres/db.ts";
import { areTradesClosedTo } from "./trade-view-rows.ts";

type Looking = { readonly userId: bigint; readonly status: TradeStatus };

/** Of a side of the trade. Refuses trade.view_blocked. */
export async function refuseClosedTrade(tx: ReadTx, { userId, status }: Looking): Promise<void> {
  if (isOver(status) && (await areTradesClosedTo(tx, userId))) throw new Refusal("trade.view_blocked");
}
