/** Everything that the page of one offer shows to one viewer. */
import { type Decimal, decimal, decimalText, fixedText, over, times } from "#contract/platform/decimal.ts";
import { feesOf } from "#contract/money/fees.ts";
import { refusalText } from "#contract/platform/errors/refusal-texts.ts";
import { DEFAULT_LOCALE, type Locale } from "#contract/platform/locales.ts";
import { amountFault, CRYPTO, displayFromUnits, unitsFromDisplay } from "#contract/money/money.ts";
import type { OfferCard, OfferView } from "#contract/market/offers/offers.ts";
import { cryptoUnitsOf, priceOf } from "#contract/money/prices.ts";
import { fieldRefusal, Refusal, type RefusalCode } from "#contract/platform/errors/refusals.ts";
import { startLimitKind } from "#contract/market/trades/start-limits.ts";
import type { ReadTx } from "../../../platform/postgres/db.ts";
import { actsAsStaff, type Viewer } from "../../../platform/http/policy.ts";
import { findUserById } from "../../../people/accounts/index.ts";
import {
  countryByIso,
  countryName,
  currencyName,
  getFiat,
  getPaymentMethod,
  needsIdAndAddress,
  type PaymentMethod,
} from "../../../reference/catalog/index.ts";
import { readSettings } from "../../../reference/settings/index.ts";
import { type Rate, rateOf } from "../../../money/rates/index.ts";
import { issuerForms } from "../../gift-cards/index.ts";
import { priceStateOf, sellerUnitsOf, viewCard } from "../card.ts";
import {
  baseFeeBp,
  cashbackShownAt,
  formOf,
  isOpenTo,
  amountRefusalsOf,
  type BothStandings,
  levelRefusal,
  limitsOf,
  marginBpAt,
  isOpen,
  maySee,
  type Offer,
  offerFrom,
  priceAt,
  refusalsOf,
  type Taker,
  takerAt,
} from "../../offers/index.ts";
import { readStanding } from "../../trades/index.ts";
import { type CardRow, type FullCardRow, offerPageRow } from "../listing-rows.ts";
import { isAtTradeLimit, offerFlags } from "./offer-flags.ts";
import { recommended } from "../recommended.ts";

type OfferAsked = {
  readonly hash: string;
  readonly viewer: Viewer | undefined;
  readonly locale?: Locale | undefined;
  /** The amount that the viewer would trade: reasons against it are among those against a start. */
  readonly fiatAmount?: string | undefined;
};

/** Refuses offer.not_found, also for a deleted one, and for a special one of other users. */
export async function viewOffer(
  tx: ReadTx,
  { hash, viewer, locale = DEFAULT_LOCALE, fiatAmount }: OfferAsked,
): Promise<OfferView> {
  const [row, settings] = await Promise.all([
    offerPageRow(tx, { hash, viewerId: viewer?.userId }),
    readSettings(tx, SETTINGS_OF_PAGE),
  ]);
  if (!row) throw new Refusal("offer.not_found");
  const offer = offerFrom(row);
  const isStaff = viewer !== undefined && actsAsStaff(viewer);
  if (!isStaff && !maySee(offer, viewer?.userId)) throw new Refusal("offer.not_found");
  const isOwner = viewer?.userId === offer.ownerId;
  const method = getPaymentMethod(offer.methodId);
  const [standings, taken, bitcoin, others, special] = await Promise.all([
    viewer && !isOwner ? readStanding(tx, { viewer, ownerId: offer.ownerId, method }) : undefined,
    viewer && takerAt(tx, { viewer, offer }),
    bitcoinFor(tx, offer),
    recommended(tx, { offer, viewer, locale }),
    specialOf(tx, offer),
  ]);
  const countryIso = viewer?.countryIso;
  const fiatUnits = fiatUnitsIn(fiatAmount, offer);
  const byLevel = standings && byLevelOf(standings, { offer, row, fiatUnits });
  return composed(
    { offer, row, settings, bitcoin, now: tx.now, locale },
    { ...taken, isOwner, countryIso, others, byLevel, special, fiatUnits },
  );
}

async function specialOf(tx: ReadTx, { partnerId, specialUntil }: Offer): Promise<OfferView["special"]> {
  if (partnerId === null || specialUntil === null) return null;
  const partner = await findUserById(tx, partnerId);
  return { partner: partner?.username ?? "", until: specialUntil.toISOString() };
}

/** The part of an offer's page that is the same for all viewers. */
export type Read = {
  readonly offer: Offer;
  readonly row: FullCardRow;
  readonly settings: PageSettings;
  readonly bitcoin: Rate | undefined;
  readonly now: Date;
  readonly locale: Locale;
};
type Own = {
  /** The viewer's relation to the owner; undefined for a visitor. */
  readonly taker?: Taker | undefined;
  /** The amount that the viewer of a buy offer could sell. */
  readonly sellerUnits?: bigint | undefined;
  readonly isOwner: boolean;
  readonly countryIso: string | undefined;
  readonly others: OfferCard[];
  readonly byLevel?: ByLevel | undefined;
  /** Of an offer that one person alone takes; null for others. */
  readonly special?: OfferView["special"];
  readonly fiatUnits?: bigint | undefined;
};

/** Refuses money.too_many_digits. */
function fiatUnitsIn(text: string | undefined, { fiat }: Offer): bigint | undefined {
  if (text === undefined) return undefined;
  const { digits } = getFiat(fiat);
  const fault = amountFault(text, digits);
  if (fault) throw fieldRefusal(`money.${fault}`, "fiat-min");
  return unitsFromDisplay(text, digits);
}

/** Why a level is against a sum, with the most that it leaves where that is said. */
export type ByLevel = { readonly code: RefusalCode; readonly max: string | null };

/** Against the sum that was typed, or else against the least that the offer takes, counted in cents as a start counts it: the reader's own level, or else the owner's. */
export function byLevelOf(
  { own, owner, ownerLeftCents }: BothStandings,
  { offer, row, fiatUnits = 0n }: { offer: Offer; row: CardRow; fiatUnits?: bigint | undefined },
): ByLevel | undefined {
  const perUsd = over(decimal(row.market_rate), decimal(row.usd_rate), 18, "nearest");
  const { digits } = getFiat(offer.fiat);
  const leastUnits = limitsOf(offer, {
    price: priceAt(offer, decimal(row.market_rate)),
    sellerUnits: undefined,
  }).minUnits;
  const units = fiatUnits > leastUnits ? fiatUnits : leastUnits;
  const leastCents = over({ units, digits }, perUsd, 2, "up").units;
  const inFiat = (cents: bigint) => fixedText(times({ units: cents, digits: 2 }, perUsd), digits, "down");
  const code = levelRefusal(own, leastCents);
  const cash = own.left.find((one) => one.code === code && code === "offer.id_and_address");
  if (code !== undefined) return { code, max: cash ? inFiat(cash.cents) : null };
  if (levelRefusal(owner, leastCents) === undefined) return undefined;
  return { code: "trade.owner_limit", max: inFiat(ownerLeftCents ?? 0n) };
}

export function composed(
  { offer: read, row, settings, bitcoin, now, locale }: Read,
  { others, ...own }: Own,
): OfferView {
  // A seller's own fee may be lower than the offer's general one.
  const offer = { ...read, feeBp: own.taker?.feeBp ?? read.feeBp };
  const facts = pageFacts({ offer, row, settings, now, own });
  return {
    ...viewCard(row, { now, viewer: undefined, locale }),
    cashback: cashbackShownAt(offer, now),
    isMine: own.isOwner,
    isBlocked: facts.taker?.isBlocked ?? false,
    ...priceParts({ offer, row, price: facts.price, bitcoin, now, locale }),
    ...ownWords(offer, { isOwner: own.isOwner, locale }),
    ...peopleParts(offer, facts, own.countryIso),
    id: offer.hash,
    isSell: offer.side === "sell",
    ownerUsername: row.username,
    flowType: offer.flowType,
    isActive: row.active,
    addressNeededAboveUsd: needsIdAndAddress(facts.method) ? String(settings["limits.cash_without_address_usd"]) : null,
    special: own.special ?? null,
    revision: offer.revision,
    flags: flagsOf(offer, facts),
    startRefusals: facts.refusals.map((code) => startRefusal(code, offer, own.byLevel)),
    discountedEscrowFee: facts.isFeeDiscounted ? decimalText({ units: BigInt(offer.feeBp), digits: 2 }) : null,
    isMaxTradeLimitUserIDNotVerified: isAtTradeLimit({ startRefusals: facts.refusals }),
    flashMessages: flashMessages(facts.rateState),
    recommendedOffers: others,
  };
}

function startRefusal(code: RefusalCode, offer: Offer, byLevel: ByLevel | undefined): OfferView["startRefusals"][0] {
  const { digits } = getFiat(offer.fiat);
  const max = byLevel?.code === code ? byLevel.max : null;
  const most = code === "offer.new_buyer_limit" ? (offer.newBuyerMaxUnits ?? offer.maxUnits) : offer.maxUnits;
  const limits = { min: displayFromUnits(offer.minUnits, digits), max: max ?? displayFromUnits(most, digits) };
  const message = refusalText(code, { ...limits, currency: offer.fiat });
  return { code, message, kind: startLimitKind(code), max };
}

type PageFacts = {
  readonly taker: Taker | undefined;
  readonly price: Decimal;
  readonly refusals: readonly RefusalCode[];
  readonly rateState: OfferView["rate"]["state"];
  readonly marginBp: number;
  readonly criticalBp: number;
  readonly isGray: boolean;
  readonly isCountryEnabled: boolean;
  readonly isFeeDiscounted: boolean;
  /** Its reader would sell and is short: a trade waits for their coins. */
  readonly isSellerShort: boolean;
  readonly isOwnerVerified: boolean;
  readonly method: PaymentMethod;
};

export const SETTINGS_OF_PAGE = [
  "catalog.disabled_countries",
  "catalog.gray_countries",
  "offers.critical_margin_bp",
  "offers.fee_bp",
  "offers.high_fee_bp",
  "limits.cash_without_address_usd",
] as const;
type PageSettings = Awaited<ReturnType<typeof readSettings<(typeof SETTINGS_OF_PAGE)[number]>>>;

type PageParts = Omit<Read, "bitcoin" | "locale"> & { readonly own: Omit<Own, "others"> };

function pageFacts({ offer, row, settings, now, own }: PageParts): PageFacts {
  const { taker } = own;
  const rate = decimal(row.market_rate);
  const price = priceAt(offer, rate);
  const method = getPaymentMethod(offer.methodId);
  const sellerUnits = offer.side === "sell" ? sellerUnitsOf(row) : own.sellerUnits;
  const country = own.countryIso ?? "";
  const isGray = settings["catalog.gray_countries"].includes(country);
  const isCountryEnabled = !settings["catalog.disabled_countries"].includes(country);
  // The taker of an offer to buy may add missing coins after the start.
  const ownersUnits = offer.side === "sell" ? sellerUnits : undefined;
  const situation = { price, now, isGrayCountry: isGray, isCountryEnabled, sellerUnits: ownersUnits };
  return {
    taker,
    price,
    refusals: [
      ...(taker ? refusalsOf(offer, taker, situation) : []),
      ...(own.byLevel ? [own.byLevel.code] : []),
      ...(own.fiatUnits === undefined
        ? []
        : amountRefusalsOf(offer, taker, { ...situation, fiatUnits: own.fiatUnits })),
    ],
    rateState: priceStateOf(row, now),
    marginBp: marginBpAt(offer, rate),
    criticalBp: settings["offers.critical_margin_bp"],
    isGray,
    isCountryEnabled,
    isFeeDiscounted: offer.feeBp < baseFeeBp(method, settings),
    isSellerShort: taker !== undefined && isShort(offer, { price, sellerUnits }),
    isOwnerVerified: row.owner_verified,
    method,
  };
}

/** Not even the least that the offer takes is covered. */
function isShort(offer: Offer, of: Parameters<typeof limitsOf>[1]): boolean {
  const { isPossible, cutBy } = limitsOf(offer, of);
  return !isPossible && cutBy === "balance";
}

export async function bitcoinFor(tx: ReadTx, offer: Offer): Promise<Rate | undefined> {
  return offer.crypto === "BTC" ? undefined : rateOf(tx, "BTC", offer.fiat);
}

type PriceParts = {
  readonly offer: Offer;
  readonly row: CardRow;
  readonly price: Decimal;
  readonly bitcoin: Rate | undefined;
  readonly now: Date;
  readonly locale: Locale;
};

function priceParts({ offer, row, price, bitcoin, now, locale }: PriceParts) {
  const fiat = getFiat(offer.fiat);
  const { digits } = CRYPTO[offer.crypto];
  const rate = decimal(row.market_rate);
  const limits = limitsOf(offer, { price, sellerUnits: sellerUnitsOf(row) });
  const units = cryptoUnitsOf({ fiatUnits: limits.maxUnits, fiatDigits: fiat.digits, price, cryptoDigits: digits });
  const perUsd = over(rate, decimal(row.usd_rate), 10, "nearest");
  return {
    fiatCurrency: {
      id: fiat.id,
      code: fiat.code,
      name: { localized: currencyName(fiat, locale), original: fiat.name },
      digits: fiat.digits,
      rate: { usd: decimalText(perUsd) },
    },
    fees: feesOf({ crypto: offer.crypto, units, feeBp: offer.feeBp, price, fiatDigits: fiat.digits }),
    escrowFeePct: decimalText({ units: BigInt(offer.feeBp), digits: 2 }),
    buySellPagePrice: decimalText(price),
    marketPrice: decimalText(priceOf({ rate, marginBp: 0, fiatDigits: fiat.digits })),
    rate: { asOf: row.rate_as_of.toISOString(), state: priceStateOf(row, now) },
    customRate: offer.customRate && decimalText(offer.customRate),
    altCoin: offer.crypto === "BTC" ? null : { code: offer.crypto, rate: row.market_rate, precision: digits },
    altCoinPricePerBtc: bitcoin ? decimalText(over(bitcoin.rate, rate, 8, "down")) : null,
  };
}

function ownWords(offer: Offer, { isOwner, locale }: { isOwner: boolean; locale: Locale }) {
  const { digits } = getFiat(offer.fiat);
  const { rules, slug } = getPaymentMethod(offer.methodId);
  const capLeft = offer.capActive && offer.capUnits !== null ? offer.capUnits - offer.capUsedUnits : undefined;
  return {
    offerTerms: offer.terms,
    tradeDetails: isOwner ? offer.tradeDetails : null,
    newBuyerMaxFiatLimit: offer.newBuyerMaxUnits === null ? null : displayFromUnits(offer.newBuyerMaxUnits, digits),
    timezone: offer.timezone,
    dutyHours: [...offer.dutyHours],
    dutyHoursTimezone: offer.timezone,
    giftCardBinCodes: [...offer.binCodes],
    amazonGiftCardRegions: offer.cardRegions.map((iso) => ({ id: countryId(iso), name: countryName(iso, locale) })),
    isBinCodeEnabled: rules.includes("bin-codes"),
    isReachedCap: capLeft !== undefined && capLeft <= 0n,
    isCapLessThanMin: capLeft !== undefined && capLeft < offer.minUnits,
    isGiftCodeCheckEnabled: offer.flowType === "gcc-auto" && issuerForms.knows(slug),
    isThirdPartyTreatmentEnabled: offer.noThirdParties,
    originalData: isOwner && offer.partnerId === null ? { ...formOf(offer) } : null,
  };
}

function peopleParts(offer: Offer, facts: PageFacts, countryIso: string | undefined) {
  return {
    isNewBuyer: facts.taker?.pastTrades === 0,
    ownPastTrades: facts.taker?.pastTrades ?? null,
    isTrustedUser: facts.taker?.isTrustedByOwner ?? false,
    isGrayCountry: facts.isGray,
    isAvailableForCountry: facts.isCountryEnabled && (countryIso === undefined || isOpenTo(offer, countryIso)),
    countryLimitation: { type: offer.countryRule, countries: [...offer.countries] },
  };
}

function flagsOf(offer: Offer, facts: PageFacts): number[] {
  const lossBp = offer.side === "sell" ? facts.marginBp : -facts.marginBp;
  return offerFlags({
    requiresFullName: offer.requiresFullName,
    startRefusals: facts.refusals,
    flashMessages: flashMessages(facts.rateState).length,
    isSellerShort: facts.isSellerShort,
    isEscrowDelayed: facts.isSellerShort && offer.side === "buy",
    isCriticalMargin: lossBp <= facts.criticalBp,
    requiresVerifiedId: offer.requiresVerifiedId,
    minPastTrades: offer.minPastTrades,
    trustedOnly: offer.trustedOnly,
    isTrustedByOwner: facts.taker?.isTrustedByOwner ?? false,
    isBondMissing: offer.hold === "bond_missing",
    isRejected: offer.moderation !== "approved",
    isOpen: isOpen(offer),
    isOwnerVerified: facts.isOwnerVerified,
    isFeeDiscounted: facts.isFeeDiscounted,
    blocksAnonymizers: offer.blocksAnonymizers,
    isMethodRisky: facts.method.reversible === "high" || facts.method.rules.includes("risky"),
  });
}

function flashMessages(state: OfferView["rate"]["state"]): OfferView["flashMessages"] {
  if (state !== "stale" && state !== "divergent") return [];
  const code: RefusalCode = `rates.${state}`;
  return [{ level: "alert", code, message: refusalText(code) }];
}

function countryId(iso: string): number {
  const country = countryByIso(iso);
  if (!country) throw new Error(`${iso} is no country`);
  return country.id;
}
