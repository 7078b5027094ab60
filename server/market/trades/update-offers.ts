/** A trade ended: its offer gets the sum back into the cap, and missed or served trades are counted. After the commit. */
import type { TradeEvent } from "#contract/events.ts";
import type { StoredEvent } from "../../platform/app-ports.ts";
import type { Tx } from "../../platform/db.ts";
import { giveBackOffers, lockOffersForTrade, recordMissedTrades, recordServedTrades } from "../offers/index.ts";
import { findTrades } from "./rows.ts";
import { isFinal, isSuccessful } from "#contract/trade-statuses.ts";

export async function updateOffers(tx: Tx, event: StoredEvent<TradeEvent>): Promise<void> {
  const trade = (await findTrades(tx, [event.subject])).get(event.subject);
  if (!trade || !isFinal(trade.status)) return;
  const offer = (await lockOffersForTrade(tx, [trade.offer_hash])).get(trade.offer_hash);
  if (!offer) return;
  if (isSuccessful(trade.status)) return recordServedTrades(tx, [offer.id]);
  await giveBackOffers(tx, [{ offer, fiatUnits: trade.fiat_units }]);
  if (trade.owner_responded_at === null && event.type === "trade.expire") await recordMissedTrades(tx, [offer]);
}
