/** Whether a user may start a trade on an offer, and with which amount: every reason against it. Pure. */
import type { Decimal } from "#contract/platform/decimal.ts";
import type { OfferRuleName } from "#contract/market/offers/offer-fields.ts";
import type { RefusalCode } from "#contract/platform/refusals.ts";
import { countryByIso } from "../../../reference/catalog/index.ts";
import { availableInSec } from "../switching/duty-hours.ts";
import { isOpen, isOpenTo, isOver, limitsOf, type Offer } from "../offer.ts";

/** Facts about the viewer; a visitor is undefined. */
export type Taker = {
  readonly isOwner: boolean;
  readonly countryIso: string;
  readonly pastTrades: number;
  readonly isIdVerified: boolean;
  readonly isTrustedByOwner: boolean;
  /** Both are demo accounts, or neither is. */
  readonly isAlike: boolean;
  /** Either has blocked the other. */
  readonly isBlocked: boolean;
  /** Their standing restrictions leave starting trades open. */
  readonly mayStart: boolean;
  /** A missing verification, or their place, keeps them from starting any trade. */
  readonly blockedBy: RefusalCode | undefined;
  /** Others see their full name, or their company's. */
  readonly showsFullName: boolean;
  /** The connection hides where it comes from. */
  readonly isAnonymous: boolean;
  /** Hundredths of a percent that the seller would pay if they took it now. */
  readonly feeBp: number;
};

export type Situation = {
  readonly price: Decimal;
  readonly now: Date;
  readonly isGrayCountry: boolean;
  readonly isCountryEnabled: boolean;
  /** The available base units of the seller; undefined leaves the balance out. */
  readonly sellerUnits: bigint | undefined;
};

/** Rules that a user with these facts meets at no offer, or only where its owner trusts them. */
export function rulesClosedTo(facts: Pick<Taker, "isIdVerified" | "showsFullName">): OfferRuleName[] {
  return [
    "trustedOnly",
    ...(facts.isIdVerified ? [] : (["requiresVerifiedId"] as const)),
    ...(facts.showsFullName ? [] : (["requiresFullName"] as const)),
  ];
}

/** The reasons against a trade on this offer whatever the amount, gravest first; empty when it may start. */
export function refusalsOf(offer: Offer, taker: Taker, situation: Situation): RefusalCode[] {
  const no: RefusalCode[] = [];
  const say = (isSo: boolean, code: RefusalCode) => void (isSo && no.push(code));
  say(taker.isOwner, "offer.own");
  say(!isOpen(offer), "offer.not_active");
  say(isOver(offer, situation.now), "offer.special_over");
  say(taker.isBlocked, "offer.blocked");
  say(!taker.isAlike, "offer.demo");
  say(!taker.mayStart, "auth.restricted");
  if (taker.blockedBy) no.push(taker.blockedBy);
  say(!situation.isCountryEnabled || !isOpenTo(offer, taker.countryIso), "offer.country");
  say(offer.matchesCountry && countryByIso(taker.countryIso)?.currency !== offer.fiat, "offer.currency_country");
  // Said once.
  const isAskedAlready = taker.blockedBy === "account.id_required";
  const asksForId = offer.requiresVerifiedId || situation.isGrayCountry;
  say(asksForId && !taker.isIdVerified && !isAskedAlready, "offer.verified_only");
  say(offer.trustedOnly && !taker.isTrustedByOwner, "offer.trusted_only");
  say(offer.blocksAnonymizers && taker.isAnonymous, "offer.anonymous");
  say(offer.requiresFullName && !taker.showsFullName, "offer.full_name");
  say(taker.pastTrades < offer.minPastTrades, "offer.past_trades");
  say(availableInSec(offer.dutyHours, { timezone: offer.timezone, now: situation.now }) > 0, "offer.off_duty");
  const { isPossible, cutBy } = limitsOf(offer, situation);
  say(!isPossible, cutBy === "cap" ? "offer.cap_used" : "trade.low_balance");
  return no;
}

/** The reasons of refusalsOf, and those against this amount of fiat units. */
export function mayOpenTrade(
  offer: Offer,
  taker: Taker,
  situation: Situation & { readonly fiatUnits: bigint },
): RefusalCode[] {
  const no = refusalsOf(offer, taker, situation);
  return no.length > 0 ? no : amountRefusalsOf(offer, taker, situation);
}

/** The reasons against this amount; the taker of a visitor is undefined. */
export function amountRefusalsOf(
  offer: Offer,
  taker: Pick<Taker, "pastTrades"> | undefined,
  situation: Pick<Situation, "price" | "sellerUnits"> & { readonly fiatUnits: bigint },
): RefusalCode[] {
  const { fiatUnits } = situation;
  const limits = limitsOf(offer, situation);
  if (offer.amountType === "predefined" && !offer.predefinedUnits.includes(fiatUnits))
    return ["trade.amount_not_offered"];
  if (fiatUnits < offer.minUnits || fiatUnits > offer.maxUnits) return ["trade.amount_out_of_range"];
  if (taker?.pastTrades === 0 && offer.newBuyerMaxUnits !== null && fiatUnits > offer.newBuyerMaxUnits) {
    return ["offer.new_buyer_limit"];
  }
  if (fiatUnits > limits.maxUnits) return [limits.cutBy === "cap" ? "offer.cap_used" : "trade.low_balance"];
  return [];
}
