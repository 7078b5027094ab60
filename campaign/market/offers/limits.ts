/** The model's limits that an owner sets: of sums, for newcomers, and of all that an offer lets through. */
import { centsGone } from "../division.ts";
import type { Draw, Model, ModelOffer, ModelTrade, OfferLimits } from "../types.ts";
import { SUCCESSFUL } from "./levels.ts";

/** Minimum and maximum of an offer, in whole dollars. */
export const LEAST_DOLLARS = 20;
const MOST_DOLLARS = 3000;
const PLAIN: OfferLimits = { least: LEAST_DOLLARS, most: MOST_DOLLARS };

type Taking = { readonly offer: number; readonly starter: number; readonly dollars: number };

const leftOf = ({ limits, usedCents }: ModelOffer): number =>
  (limits.cap ?? Number.POSITIVE_INFINITY) - usedCents / 100;

/** Not even the least would fit. */
export const isUsedUp = (offer: ModelOffer | undefined): boolean =>
  offer !== undefined && leftOf(offer) < offer.limits.least;

/** Trades of this person that went well. */
const pastOf = ({ trades }: Model, who: number): number =>
  trades.filter(({ buyer, seller, status }) => (buyer === who || seller === who) && SUCCESSFUL.includes(status)).length;

/** Why the offer's own limits are against this start; "" when they are not. */
export function ownLimitOf(model: Model, { offer: taken, starter, dollars }: Taking): string {
  const offer = model.offers[taken];
  if (!offer) throw new Error("a start on no offer");
  const { least, most, amounts, newcomers, pastTrades = 0 } = offer.limits;
  const past = pastOf(model, starter);
  if (past < pastTrades) return "offer.past_trades";
  if (amounts && !amounts.includes(dollars)) return "trade.amount_not_offered";
  if (dollars < least || dollars > most) return "trade.amount_out_of_range";
  if (past === 0 && newcomers !== undefined && dollars > newcomers) return "offer.new_buyer_limit";
  return dollars > leftOf(offer) ? "offer.cap_used" : "";
}

const GIVEN_BACK = ["cancelled_buyer", "cancelled_seller", "cancelled_system", "expired", "dispute_won_seller"];

function centsUsed(trade: ModelTrade): number {
  const cents = trade.dollars * 100;
  if (trade.share !== undefined) return centsGone(trade, cents);
  return GIVEN_BACK.includes(trade.status) ? 0 : cents;
}

/** The news of every change have arrived: what ended without the coins going over may be traded again. */
export function giveBack(model: Model): void {
  for (const [index, offer] of model.offers.entries())
    offer.usedCents = model.trades
      .filter((trade) => trade.offer === index)
      .reduce((sum, trade) => sum + centsUsed(trade), 0);
}

/** Half of the offers have none of their own. */
export function drawLimits(random: Draw): OfferLimits {
  switch (random.below(10)) {
    case 0:
    case 1:
    case 2:
      return { ...PLAIN, cap: 60 + random.below(240) };
    case 3: {
      const amounts = [40, 90, 250];
      return { least: 40, most: 250, amounts };
    }
    case 4:
      return { ...PLAIN, newcomers: 40 + random.below(60) };
    case 5:
      return { ...PLAIN, pastTrades: 1 };
    default:
      return PLAIN;
  }
}

/** Mostly what these limits let through. */
export function drawDollarsWithin({ cap, amounts, newcomers }: OfferLimits, random: Draw): number {
  if (random.below(20) === 0) return random.below(2) === 0 ? LEAST_DOLLARS - 1 : MOST_DOLLARS + 1;
  if (amounts) return (random.below(4) > 0 && amounts[random.below(amounts.length)]) || 70;
  if (cap !== undefined) return LEAST_DOLLARS + random.below(Math.round(cap * 0.8));
  if (newcomers !== undefined) return LEAST_DOLLARS + random.below(2 * newcomers - LEAST_DOLLARS);
  return random.below(3) > 0 ? 1100 + random.below(900) : LEAST_DOLLARS + random.below(200);
}
