/** A trade ended or goes on: its sum goes back into the offer's cap or out again, missed and served trades are counted. */
import type { TradeEvent } from "#contract/events.ts";
import type { StoredEvent } from "../../platform/app-ports.ts";
import type { Tx } from "../../platform/db.ts";
import {
  giveBackOffers,
  lockOffersForTrade,
  recordMissedTrades,
  recordServedTrades,
  useOffers,
} from "../offers/index.ts";
import { findTrades } from "./rows.ts";

type Consequence = "served" | "given back" | "used again";

/** Said by the event, not by the trade as it stands: events are told later, and a trade may have gone on since. */
const CONSEQUENCES: Partial<Record<TradeEvent, Consequence>> = {
  "trade.release": "served",
  "trade.award_buyer": "served",
  "trade.cancel": "given back",
  "trade.expire": "given back",
  "trade.award_seller": "given back",
  "trade.reopen": "used again",
};

export async function updateOffers(tx: Tx, event: StoredEvent<TradeEvent>): Promise<void> {
  const consequence = CONSEQUENCES[event.type];
  const trade = consequence && (await findTrades(tx, [event.subject])).get(event.subject);
  if (!trade) return;
  const offer = (await lockOffersForTrade(tx, [trade.offer_hash])).get(trade.offer_hash);
  if (!offer) return;
  if (consequence === "served") return recordServedTrades(tx, [offer.id]);
  const use = { offer, fiatUnits: trade.fiat_units };
  if (consequence === "used again") return useOffers(tx, [use]);
  await giveBackOffers(tx, [use]);
  // A trade that was never funded left its owner nothing to answer.
  const hasExpired = "status" in event.payload && event.payload.status === "expired";
  if (event.type === "trade.expire" && hasExpired && trade.owner_responded_at === null)
    await recordMissedTrades(tx, [offer]);
}
