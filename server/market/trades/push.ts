/** After every transition both sides' live channels carry the new view: the same that GET returns. */
import type { Tx } from "../../platform/db.ts";
import type { TradeEvent } from "#contract/events.ts";
import type { StoredEvent } from "../../platform/app-ports.ts";
import { pushLive } from "../../platform/live.ts";
import { refreshReputation } from "../../people/reputation/index.ts";
import { refreshOwnerFacts } from "../offers/index.ts";
import { channelsOf, findTrades } from "./rows.ts";
import { isFinal } from "#contract/trade-statuses.ts";
import { viewTrades } from "./view-trade.ts";

export async function pushTrade(tx: Tx, event: StoredEvent<TradeEvent>): Promise<void> {
  const trade = (await findTrades(tx, [event.subject])).get(event.subject);
  if (!trade) return;
  if (isFinal(trade.status)) {
    const sides = [trade.buyer_id, trade.seller_id];
    await refreshReputation(tx, sides);
    // Their offers carry copies of what was just counted: rank, release time.
    await refreshOwnerFacts(tx, sides);
  }
  const viewers = await channelsOf(tx, [trade.buyer_id, trade.seller_id]);
  for (const viewer of viewers) {
    const [view] = await viewTrades(tx, [{ trade, viewerId: viewer.id }]);
    if (!view) continue;
    await pushLive(tx, `user:${viewer.external_id}`, {
      type: "trade.changed",
      cause: event.type,
      trade: view,
    });
  }
}
