/** A trade as its reader asks for it; what an act answers is the view alone, whatever the act has ended. */
import type { TradeView } from "#contract/market/trades/trade/trades.ts";
import type { ReadTx } from "../../../platform/postgres/db.ts";
import { refuseClosedTrade } from "../../../people/accounts/index.ts";
import { viewTrade } from "./view-trade.ts";

type Asked = { readonly hash: string; readonly viewerId: bigint; readonly isStaff?: boolean };

/** Refuses what viewTrade does, and trade.view_blocked to a side whose ended trades staff have closed. */
export async function readTrade(tx: ReadTx, asked: Asked): Promise<TradeView> {
  const trade = await viewTrade(tx, asked);
  if (trade.viewerRole !== "moderator") await refuseClosedTrade(tx, { userId: asked.viewerId, status: trade.status });
  return trade;
}
