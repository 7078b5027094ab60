/**
 * The model's offers for one person and offers in no list: who may make one of which trade, who sees it, and until when its price stays.
 * Written from the rules and not from the product.
 */
import type { Draw, Model, ModelOffer, ModelTrade } from "../types.ts";

const LOCKED_HOURS = 24;
/** The limit of open ones of one owner. */
export const MOST_STANDING = 20;

/** Invalid fields of special offers, and half of the valid ones. */
export const ODDITIES = ["a cap", "silent", "off", "no trade", "no partner"] as const;
export type Oddity = (typeof ODDITIES)[number];
/** The caller, the model's trade and the partner; undefined for an unknown one. */
export type SpecialWish = {
  readonly owner: number;
  readonly trade: number | undefined;
  readonly partner: number | undefined;
  readonly oddity?: Oddity;
};

export const lockedUntil = (nowMin: number): number => nowMin + LOCKED_HOURS * 60;

/** "" or the refusal; `standing` is the number of this owner's open ones. */
export function specialRefusal(
  { trades }: Pick<Model, "trades">,
  { owner, trade, partner, oddity }: SpecialWish,
  standing: number,
): string {
  if (oddity === "no trade" || oddity === "no partner") return "offer.special_pair";
  if (oddity) return "offer.special_locked";
  const other = trade === undefined ? undefined : otherSide(trades[trade], owner);
  if (other === undefined || other !== partner) return "offer.special_partner";
  return standing >= MOST_STANDING ? "offer.special_too_many" : "";
}

/** Of a trade with this person. */
export function otherSide(trade: Pick<ModelTrade, "buyer" | "seller"> | undefined, who: number): number | undefined {
  if (trade?.buyer === who) return trade.seller;
  return trade?.seller === who ? trade.buyer : undefined;
}

/** Over is gone. */
export const standingOf = ({ offers, nowMin }: Model, owner: number): number =>
  offers.filter((offer) => offer.owner === owner && offer.special !== undefined && !isOver(offer, nowMin)).length;

export const isUnseen = ({ owner, special }: ModelOffer, who: number | undefined): boolean =>
  special !== undefined && who !== special.partner && who !== owner;

export const isOver = ({ special }: ModelOffer, nowMin: number): boolean =>
  special !== undefined && special.until <= nowMin;

/** Of those that are offered: in the lists. */
export const isListed = ({ special, isSilent, isGone }: ModelOffer): boolean => !special && !isSilent && !isGone;

/** Trades that were not started at a locked price. */
export const plainTrades = ({ trades, offers }: Model): ModelTrade[] =>
  trades.filter(({ offer }) => offers[offer]?.special === undefined);

/** Mostly by a side of the trade for the other side. */
export function drawSpecial({ trades }: Pick<Model, "trades">, random: Draw, people: number): SpecialWish {
  const trade = random.below(trades.length);
  const { buyer = 0, seller = 0 } = trades[trade] ?? {};
  const [owner, partner] = random.below(2) === 0 ? [buyer, seller] : [seller, buyer];
  const fit = { owner, trade, partner };
  switch (random.below(10)) {
    case 0:
      return { ...fit, partner: random.below(people) };
    case 1:
      return { ...fit, owner: random.below(people) };
    case 2:
      return { ...fit, trade: undefined };
    case 3:
      return { ...fit, partner: undefined };
    case 4:
      return { ...fit, oddity: ODDITIES[random.below(ODDITIES.length)] ?? "off" };
    default:
      return fit;
  }
}
