/** A trade ended or goes on: its sum goes back into the offer's cap or out again, missed and served trades are counted. */
import type { TradeEvent } from "#contract/events.ts";
import { divideUp } from "#contract/money.ts";
import type { StoredEvent } from "../../platform/app-ports.ts";
import type { Tx } from "../../platform/db.ts";
import {
  giveBackOffers,
  lockOffersForTrade,
  recordMissedTrades,
  recordServedTrades,
  useOffers,
} from "../offers/index.ts";
import { findTrades, type TradeRow } from "./rows.ts";

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
  if (consequence === "served") await recordServedTrades(tx, [offer.id]);
  if (consequence === "used again") return useOffers(tx, [{ offer, fiatUnits: trade.fiat_units }]);
  const fiatUnits = fiatBack(trade, event.type);
  if (fiatUnits > 0n) await giveBackOffers(tx, [{ offer, fiatUnits }]);
  // A trade that was never funded left its owner nothing to answer.
  const hasExpired = "status" in event.payload && event.payload.status === "expired";
  if (event.type === "trade.expire" && hasExpired && trade.owner_responded_at === null)
    await recordMissedTrades(tx, [offer]);
}

const AWARDS: readonly TradeEvent[] = ["trade.award_buyer", "trade.award_seller"];

/** What the cap has back: all, nothing, and of a divided escrow the sum for what did not go over. */
function fiatBack({ fiat_units, units, buyer_share_units }: TradeRow, type: TradeEvent): bigint {
  if (AWARDS.includes(type) && buyer_share_units !== null)
    return fiat_units - divideUp(fiat_units * buyer_share_units, units);
  return CONSEQUENCES[type] === "served" ? 0n : fiat_units;
}
