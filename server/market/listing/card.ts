/** The listing card, from its row. Pure. */
import { avatarUrl } from "#contract/people/avatar.ts";
import { decimal, decimalText, over } from "#contract/platform/decimal.ts";
import { DEFAULT_LOCALE, type Locale } from "#contract/platform/locales.ts";
import { CRYPTO, displayFromUnits } from "#contract/money/money.ts";
import { OFFER_RULE_NAMES, OFFER_RULES } from "#contract/market/offers/offer-fields.ts";
import type { OfferCard, OfferOwner } from "#contract/market/offers/offers.ts";
import { placeWords } from "#contract/market/offers/payment-place.ts";
import { marginText, priceDigits } from "#contract/money/prices.ts";
import type { RateState } from "#contract/money/rates.ts";
import {
  byNameIn,
  countryName,
  findTag,
  flagAddress,
  getFiat,
  getPaymentMethod,
  viewMethodShort,
} from "../../reference/catalog/index.ts";
import { rateStateOf } from "../../money/rates/index.ts";
import { lastSeenOf } from "../../people/accounts/index.ts";
import {
  availableInSec,
  briefFrom,
  cashbackShownAt,
  limitsOf,
  marginBpAt,
  type Offer,
  priceAt,
} from "../offers/index.ts";
import { categoryOf } from "./filters/category.ts";
import type { CardRow, OwnerRow } from "./listing-rows.ts";

/** How many trades of a month have to be there before a share of them is shown. */
const STATS_AFTER_TRADES = 3;

export type CardViewer = { readonly userId: bigint } | undefined;

export function viewCard(
  row: CardRow,
  { now, viewer, locale = DEFAULT_LOCALE }: { now: Date; viewer: CardViewer; locale?: Locale | undefined },
): OfferCard {
  const offer = briefFrom(row);
  const rate = decimal(row.market_rate);
  const price = priceAt(offer, rate);
  const fiat = getFiat(offer.fiat);
  const limits = limitsOf(offer, { price, sellerUnits: sellerUnitsOf(row) });
  const amount = (units: bigint) => displayFromUnits(units, fiat.digits);
  const usdRate = decimal(row.usd_rate);
  const usdPrice = over(
    { units: price.units * usdRate.units, digits: price.digits + usdRate.digits },
    rate,
    priceDigits(usdRate, 2),
    "nearest",
  );
  return {
    hash: offer.hash,
    type: offer.side,
    owner: viewOwner(row, { now, locale }),
    paymentMethod: viewMethodShort(getPaymentMethod(offer.methodId), locale),
    paymentMethodLabel: offer.methodLabel,
    cryptoCurrencyCode: offer.crypto,
    cryptoCurrencyId: CRYPTO[offer.crypto].id,
    fiatCurrencyCode: offer.fiat,
    amountType: offer.amountType,
    fiatLimitMin: amount(limits.minUnits),
    fiatLimitMax: amount(limits.maxUnits),
    predefinedAmounts: limits.predefinedUnits.map(amount),
    fiatPricePerCrypto: decimalText(price),
    usdPricePerCrypto: decimalText(usdPrice),
    isFixedPrice: offer.fixedPrice !== null,
    margin: marginText(marginBpAt(offer, rate)),
    tags: viewTags(offer, locale),
    paymentWindowMinutes: offer.paymentWindowMin,
    releaseTimeSec: row.release_sec,
    requireMinPastTrades: offer.minPastTrades,
    requireVerifiedId: offer.requiresVerifiedId,
    rules: OFFER_RULE_NAMES.filter((name) => offer[name]).map((name) => OFFER_RULES[name].wire),
    fullNameVisibility: offer.requiresFullName,
    category: categoryOf(offer, row),
    cashback: cashbackShownAt(offer, now),
    location: locationOf(offer, locale),
    isFeatured: row.is_featured,
    isStickied: row.is_stickied,
    isFavorite: row.is_favorite,
    isBlocked: row.is_blocked,
    isAutomated: row.is_automated,
    isAnonymousUserRestricted: offer.blocksAnonymizers,
    isOnline: row.owner_online,
    availableIn: availableInSec(offer.dutyHours, { timezone: offer.timezone, now }),
    isMine: viewer?.userId === offer.ownerId,
  };
}

/** Null for anywhere. */
function locationOf(
  { paymentCountry: iso, paymentSubdivision: subdivision, paymentCity: city }: PlacedOffer,
  locale: Locale,
): string | null {
  return iso === null ? null : placeWords(locale, { city, subdivision, country: countryName(iso, locale) });
}
type PlacedOffer = Pick<Offer, "paymentCountry" | "paymentSubdivision" | "paymentCity">;

/** What the seller can lock: the owner's balance for a sell offer; for a buy offer the taker brings it. */
export function sellerUnitsOf(row: Pick<CardRow, "side" | "seller_units">): bigint | undefined {
  return row.side === "sell" ? (row.seller_units ?? 0n) : undefined;
}

/** The state of the offer's rate: no trade starts at a stale or divergent one. */
export function priceStateOf(row: CardRow, now: Date): RateState {
  const { rate_stale_at: staleAt, rate_divergent: isDivergent, rate_source: source, rate_is_play: isPlay } = row;
  return rateStateOf({ staleAt, isDivergent, source, isPlay }, now);
}

/** By their names in the language. */
function viewTags(offer: Pick<Offer, "tags">, locale: Locale): OfferCard["tags"] {
  return offer.tags
    .flatMap((slug) => {
      const tag = findTag(slug, locale);
      return tag ? [{ slug, name: tag.name, description: tag.description }] : [];
    })
    .sort(byNameIn(locale));
}

export function viewOwner(row: OwnerRow, { now, locale }: { now: Date; locale: Locale }): OfferOwner {
  const monthTrades = row.month_trades ?? 0;
  return {
    username: row.username,
    avatarUrl: avatarUrl(row.username, row.avatar),
    badge: row.badge === "no_badge" ? null : row.badge,
    isDemo: row.is_demo,
    country: {
      iso: row.owner_country,
      name: countryName(row.owner_country, locale),
      flag: flagAddress(row.owner_country),
    },
    feedback: { positive: row.counted_positive ?? 0, negative: row.counted_negative ?? 0 },
    totalTrades: row.trades_total ?? 0,
    totalPartners: row.partners_total ?? 0,
    monthlyStats:
      monthTrades < STATS_AFTER_TRADES
        ? null
        : { tradesTotal: monthTrades, successPct: Math.floor(((row.month_successful ?? 0) * 100) / monthTrades) },
    lastSeen: lastSeenOf(row.last_seen_at, now, locale),
    verification: { id: row.owner_verified, email: row.email_confirmed, phone: row.has_phone },
    registeredAt: row.registered_at.toISOString(),
  };
}
