/** A trade ended or goes on: its sum goes back into the offer's cap or out again, missed and served trades are counted. */
import type { TradeEvent } from "#contract/platform/events.ts";
import type { StoredEvent } from "../../../platform/app-ports.ts";
import type { Tx } from "../../../platform/postgres/db.ts";
import { divideUp } from "#contract/money/money.ts";
import { moveCaps, recordMissedTrades, recordServedTrades, standingOffers } from "../../offers/index.ts";
import { type BriefTrade, briefTrades, servedAfter } from "../rows.ts";

type Consequence = "served" | "given back" | "used again";

/** Decided by the event, not by the current trade: events are delivered later, and the trade may have changed since. */
const CONSEQUENCES: Partial<Record<TradeEvent, Consequence>> = {
  "trade.release": "served",
  "trade.award_buyer": "served",
  "trade.cancel": "given back",
  "trade.expire": "given back",
  "trade.award_seller": "given back",
  "trade.reopen": "used again",
};

type Ending = {
  readonly event: StoredEvent<TradeEvent>;
  readonly consequence: Consequence;
  readonly trade: BriefTrade;
  readonly offer: { readonly id: bigint; readonly ownerId: bigint };
};

export async function updateOffers(tx: Tx, events: readonly StoredEvent<TradeEvent>[]): Promise<[]> {
  const endings = await endingsIn(tx, events);
  await moveCaps(
    tx,
    endings
      .map((ending) => ({ offerId: ending.offer.id, usedUnits: usedBy(ending) }))
      .filter(({ usedUnits }) => usedUnits !== 0n),
  );
  await recordServedTrades(tx, endings.filter(({ consequence }) => consequence === "served").map(endedOn));
  const missed = await stillMissed(tx, endings.filter(isMissed));
  await recordMissedTrades(
    tx,
    missed.map((ending) => ({
      ...endedOn(ending),
      tradeHash: ending.trade.hash,
      starterId: ending.trade.buyer_id === ending.offer.ownerId ? ending.trade.seller_id : ending.trade.buyer_id,
    })),
  );
  return [];
}

async function endingsIn(tx: Tx, events: readonly StoredEvent<TradeEvent>[]): Promise<Ending[]> {
  const ofOffers = events.filter(({ type }) => CONSEQUENCES[type]);
  if (ofOffers.length === 0) return [];
  const trades = await briefTrades(
    tx,
    ofOffers.map(({ subject }) => subject),
  );
  const offers = await standingOffers(
    tx,
    [...trades.values()].map((trade) => trade.offer_hash),
  );
  return ofOffers.flatMap((event) => {
    const trade = trades.get(event.subject);
    const offer = offers.get(trade?.offer_hash ?? "");
    const consequence = CONSEQUENCES[event.type];
    return trade && offer && consequence ? [{ event, trade, offer, consequence }] : [];
  });
}

const AWARDS: readonly TradeEvent[] = ["trade.award_buyer", "trade.award_seller"];

/** What more of the cap is used: of what went over nothing, and of a divided escrow the sum for what did not is given back. */
function usedBy({ event, consequence, trade }: Ending): bigint {
  const { fiat_units, units, buyer_share_units } = trade;
  if (AWARDS.includes(event.type) && buyer_share_units !== null)
    return divideUp(fiat_units * buyer_share_units, units) - fiat_units;
  if (consequence === "served") return 0n;
  return consequence === "given back" ? -fiat_units : fiat_units;
}

/** A trade that was never funded left its owner nothing to answer. */
function isMissed({ event: { type, payload }, trade }: Ending): boolean {
  const hasExpired = "status" in payload && payload.status === "expired";
  return type === "trade.expire" && hasExpired && trade.owner_responded_at === null;
}

/**
 * Without those after which the offer served a trade whose event may have been delivered before: trades are delivered
 * concurrently.
 */
async function stillMissed(tx: Tx, missed: readonly Ending[]): Promise<Ending[]> {
  if (missed.length === 0) return [];
  const served = await servedAfter(
    tx,
    missed.map(({ trade, event }) => ({ offerHash: trade.offer_hash, at: event.at })),
  );
  return missed.filter((_, index) => !served[index]);
}

const endedOn = ({ offer, event }: Ending) => ({ offer, at: event.at });
