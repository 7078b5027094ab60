/** An offer as the market knows it, and what can be said of it without asking anybody: pure. */
import { type Cashback, type CashbackTerms, shownCashback } from "#contract/money/cashback.ts";
import type { Decimal } from "#contract/platform/decimal.ts";
import { tradableUnitsOf } from "#contract/money/fees.ts";
import { CRYPTO } from "#contract/money/money.ts";
import type { WalletBlock } from "#contract/products/wallet/blocks.ts";
import { type BriefOffer, isOnlyUnlisted, type Offer, type OfferHold } from "#contract/market/offers/offer-fields.ts";
import { cryptoUnitsOf, fiatUnitsOf, marginBpOf, priceOf } from "#contract/money/prices.ts";
import { getFiat } from "../../reference/catalog/index.ts";

export type { BriefOffer, Offer } from "#contract/market/offers/offer-fields.ts";

/** After so many trades in a row that the owner let pass, the offer rests until they say that they are back. */
const PENALTY_AFTER = 3;
/** But no fewer than this share of the owner's trades of a month. */
const PENALTY_SHARE = 0.1;

export function isPenalised({ lostInRow }: Pick<Offer, "lostInRow">, ownerMonthTrades: number): boolean {
  return lostInRow >= PENALTY_AFTER && lostInRow >= ownerMonthTrades * PENALTY_SHARE;
}

export function isActive(offer: Pick<Offer, "isOn" | "hold" | "isDeleted">): boolean {
  return offer.isOn && offer.hold === null && !offer.isDeleted;
}

/** On the market, or only unlisted: a user who may see it may take it. */
export function isOpen(offer: Pick<Offer, "isOn" | "hold" | "isDeleted">): boolean {
  return offer.isOn && !offer.isDeleted && (offer.hold === null || isOnlyUnlisted(offer.hold));
}

/** To everybody else a special offer does not exist. */
export function maySee(
  { ownerId, partnerId }: Pick<Offer, "ownerId" | "partnerId">,
  userId: bigint | undefined,
): boolean {
  return partnerId === null || userId === partnerId || userId === ownerId;
}

/** A special offer whose time has passed. */
export function isOver({ specialUntil }: Pick<Offer, "specialUntil">, now: Date): boolean {
  return specialUntil !== null && specialUntil <= now;
}

/** The cashback for a taker now, by the offer's terms; undefined while staff do not feature it with cashback. */
export function cashbackAt(
  {
    featuredUntil,
    cashbackBp: bp,
    cashbackMaxCents: maxCents,
  }: Pick<Offer, "featuredUntil" | "cashbackBp" | "cashbackMaxCents">,
  now: Date,
): CashbackTerms | undefined {
  if (featuredUntil === null || featuredUntil <= now || bp === null || maxCents === null) return undefined;
  return { bp, maxCents };
}

/** The same as a card shows it, at the fee of the offer; null where it gives none now. */
export function cashbackShownAt(
  offer: Parameters<typeof cashbackAt>[0] & Pick<Offer, "feeBp">,
  now: Date,
): Cashback | null {
  const terms = cashbackAt(offer, now);
  return terms ? shownCashback(terms, offer.feeBp) : null;
}

/** Fiat for one whole coin at this market rate. */
export function priceAt(offer: Pick<Offer, "marginBp" | "fixedPrice" | "fiat">, rate: Decimal): Decimal {
  if (offer.fixedPrice) return offer.fixedPrice;
  return priceOf({ rate, marginBp: offer.marginBp ?? 0, fiatDigits: getFiat(offer.fiat).digits });
}

/** Hundredths of a percent over the market: the owner's margin, or that of a fixed price now. */
export function marginBpAt(offer: Pick<Offer, "marginBp" | "fixedPrice">, rate: Decimal): number {
  return offer.fixedPrice ? marginBpOf({ rate, price: offer.fixedPrice }) : (offer.marginBp ?? 0);
}

export type Limits = {
  /** Fiat units that can be traded now; where none can be, those that the owner would trade. */
  readonly minUnits: bigint;
  readonly maxUnits: bigint;
  readonly predefinedUnits: readonly bigint[];
  /** The limit that cuts the range; null if none does. */
  readonly cutBy: "balance" | "cap" | null;
  /** False: not even the smallest amount can be traded. */
  readonly isPossible: boolean;
};

/** The owner's range, cut to what is left of the cap and to what the seller's balance covers with the fee. */
export function limitsOf(
  offer: BriefOffer,
  { price, sellerUnits }: { price: Decimal; sellerUnits: bigint | undefined },
): Limits {
  const coveredUnits = sellerUnits === undefined ? undefined : fiatCovered(offer, { price, sellerUnits });
  const capLeft = offer.capActive && offer.capUnits !== null ? offer.capUnits - offer.capUsedUnits : undefined;
  let { maxUnits } = offer;
  let cutBy: Limits["cutBy"] = null;
  if (capLeft !== undefined && capLeft < maxUnits) [maxUnits, cutBy] = [capLeft, "cap"];
  if (coveredUnits !== undefined && coveredUnits < maxUnits) [maxUnits, cutBy] = [coveredUnits, "balance"];
  const predefinedUnits = offer.predefinedUnits.filter((units) => units <= maxUnits);
  const isPossible = maxUnits >= offer.minUnits && (offer.amountType === "min_max" || predefinedUnits.length > 0);
  const { minUnits } = offer;
  if (!isPossible)
    return { minUnits, maxUnits: offer.maxUnits, predefinedUnits: offer.predefinedUnits, cutBy, isPossible };
  return { minUnits, maxUnits: predefinedUnits.at(-1) ?? maxUnits, predefinedUnits, cutBy, isPossible };
}

/** The fiat units that the seller's balance covers with the fee, whatever the owner's range is. */
export function fiatCovered(
  offer: BriefOffer,
  { price, sellerUnits }: { price: Decimal; sellerUnits: bigint },
): bigint {
  const units = tradableUnitsOf(sellerUnits, offer.feeBp);
  const { digits } = CRYPTO[offer.crypto];
  const fiatDigits = getFiat(offer.fiat).digits;
  // Rounded up as a trade by coins would be, so one fiat unit less is always covered.
  const rounded = fiatUnitsOf({ units, cryptoDigits: digits, price, fiatDigits });
  const back = cryptoUnitsOf({ fiatUnits: rounded, fiatDigits, price, cryptoDigits: digits });
  return back <= units ? rounded : rounded - 1n;
}

export type HoldFacts = {
  readonly isMethodOpen: boolean;
  readonly isOwnerRestricted: boolean;
  /** They have a role: the staff trade with nobody. */
  readonly isOwnerStaff: boolean;
  /** The blocks of the owner's wallet. */
  readonly ownerBlocks: readonly WalletBlock[];
  /** The owner has the level that making offers needs. */
  readonly mayOwnerOffer: boolean;
  readonly isOwnerAway: boolean;
  /** Older offers of the owner fill what may be on at the same time. */
  readonly isBeyondLimit: boolean;
  /** The method needs a bond, and the owner's does not cover it. */
  readonly isBondMissing: boolean;
  /** Trades of the owner that ended within thirty days. */
  readonly ownerMonthTrades: number;
  /** The available base units of the owner, for sell offers. */
  readonly ownerUnits: bigint;
  /** Undefined while no rate is known: then a balance is not judged. */
  readonly rate: Decimal | undefined;
};

/** Why the platform keeps the offer off the market; the gravest reason, or null. What is in no list by itself comes last. */
export function holdOf(offer: Offer, facts: HoldFacts): OfferHold | null {
  if (offer.moderation !== "approved") return "moderation";
  if (facts.isOwnerRestricted) return "restricted";
  if (facts.isOwnerStaff) return "staff";
  // Nobody is asked for an identity that cannot be shown from where they are.
  if (facts.ownerBlocks.includes("BLOCKED_IN_LOCATION")) return "place";
  if (facts.ownerBlocks.includes("ID_REQUIRED")) return "identity";
  if (!facts.mayOwnerOffer) return "level";
  if (!facts.isMethodOpen) return "method_disabled";
  if (facts.isBondMissing) return "bond_missing";
  if (isPenalised(offer, facts.ownerMonthTrades)) return "penalty";
  if (offer.capActive && offer.capUnits !== null && offer.capUnits - offer.capUsedUnits < offer.minUnits) {
    return "cap_reached";
  }
  if (facts.isBeyondLimit) return "too_many";
  if (facts.isOwnerAway) return "owner_away";
  if (offer.side === "sell" && facts.rate && !coversMin(offer, facts.ownerUnits, facts.rate)) return "low_balance";
  if (offer.partnerId !== null) return "special";
  return offer.isSilent ? "silent" : null;
}

function coversMin(offer: Offer, sellerUnits: bigint, rate: Decimal): boolean {
  return limitsOf({ ...offer, capActive: false }, { price: priceAt(offer, rate), sellerUnits }).isPossible;
}

/** A country may trade on the offer by its own rule; the platform's rules come on top. */
export function isOpenTo(offer: Pick<Offer, "countryRule" | "countries">, countryIso: string): boolean {
  if (offer.countryRule === "none") return true;
  return offer.countries.includes(countryIso) === (offer.countryRule === "allowed");
}
