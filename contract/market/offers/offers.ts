/** Offers on the wire: the listing card, the page of one offer, and what visitors ask for. Owners' calls: my/offers.ts. */
import * as z from "zod/mini";
import { localizedName, paymentMethodGroupSlug, paymentMethodShort } from "../../reference/catalog.ts";
import { endpoint } from "../../platform/endpoint.ts";
import { FLAG_NAMES, LISTING_FLAGS, OFFER_SORTS } from "./listing/fields.ts";
import {
  OFFER_AMOUNT_TYPES,
  OFFER_CATEGORIES,
  OFFER_FLOW_TYPES,
  OFFER_RULE_WIRES,
  OFFER_TYPES,
} from "./offer-fields.ts";
import { rateState } from "../../money/rates.ts";
import { START_LIMIT_KINDS } from "../trades/start-limits.ts";
import {
  amount,
  count,
  cryptoCode,
  fiatCode,
  flagQuery,
  hash,
  instant,
  iso2,
  pageQuery,
  queryInt,
  signedDecimal,
  slug,
  text,
  textLocale,
  username,
} from "../../platform/wire.ts";
import { form } from "../../platform/errors/shape-faults.ts";

export const offerType = z.enum(OFFER_TYPES);
export const offerFlowType = z.enum(OFFER_FLOW_TYPES);
export const offerAmountType = z.enum(OFFER_AMOUNT_TYPES);
export const offerSort = z.enum(OFFER_SORTS);
export const offerCategory = z.enum(OFFER_CATEGORIES);
/** The partner of a special offer, by username, and the end of its locked price. */
export const specialOffer = z.strictObject({ partner: z.string(), until: instant });
/** Rules of an offer by their names on the wire. */
export const offerRule = z.enum(OFFER_RULE_WIRES);

/** The number of a flag on the wire is its place in this list: only ever add at the end. */
export const OFFER_FLAGS = [
  "full_name_visibility",
  "max_trades_limit",
  "trade_errors",
  "flash_messages",
  "offer_owner",
  "opponent_blocked",
  "negative_balance",
  "critical_margin",
  "delayed_escrow",
  "id_verification",
  "currency_not_matching_country",
  "minimum_required_trades",
  "trusted_user",
  "not_available_in_your_country",
  "bond_required",
  "offer_blocked",
  "offer_not_active",
  "user_restricted",
  "owner_not_id_verified",
  "discounted_escrow_fee",
  "anonymous_user_restricted",
  "risky_payment_method",
] as const;
export type OfferFlag = (typeof OFFER_FLAGS)[number];

export const dutyHours = z
  .array(
    z.strictObject({
      /** 1 is Monday, 7 is Sunday. */
      day: z.int().check(z.minimum(1), z.maximum(7)),
      start_time: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, form("time_of_day"))),
      end_time: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, form("time_of_day"))),
      active: z.boolean(),
    }),
  )
  // Two spans a day; one that ends before it begins goes on past midnight.
  .check(z.maxLength(14));

export const offerOwner = z.strictObject({
  username: z.string(),
  avatarUrl: z.nullable(z.string()),
  badge: z.nullable(z.string()),
  isDemo: z.boolean(),
  country: z.nullable(z.strictObject({ iso: z.string(), name: z.string(), flag: z.nullable(z.string()) })),
  feedback: z.strictObject({ positive: count, negative: count }),
  totalTrades: count,
  totalPartners: count,
  /** Of the last 30 days; null before there is anything to say. */
  monthlyStats: z.nullable(z.strictObject({ tradesTotal: count, successPct: z.int() })),
  /** level: success within 30 minutes, warning within 3 hours, else default. */
  lastSeen: z.strictObject({
    text: z.string(),
    level: z.enum(["success", "warning", "default"]),
    at: instant,
    isOnline: z.boolean(),
  }),
  verification: z.strictObject({ id: z.boolean(), email: z.boolean(), phone: z.boolean() }),
  registeredAt: instant,
});
export type OfferOwner = z.infer<typeof offerOwner>;

export const offerTag = z.strictObject({ slug: z.string(), name: z.string(), description: z.string() });

/** Current cashback for the taker: percent of the amount, and the maximum in dollars for one trade. */
export const offerCashback = z.nullable(z.strictObject({ percent: amount, maxValue: amount }));

/** Where is paid, as far as the owner says; null for anywhere. */
export const paymentPlace = z.nullable(
  z.strictObject({ countryIso: iso2, subdivision: z.nullable(z.string()), city: z.nullable(z.string()) }),
);
export type PaymentPlace = z.infer<typeof paymentPlace>;

export const offerCard = z.strictObject({
  hash,
  type: offerType,
  owner: offerOwner,
  paymentMethod: paymentMethodShort,
  paymentMethodLabel: z.nullable(z.string()),
  cryptoCurrencyCode: cryptoCode,
  cryptoCurrencyId: z.int(),
  fiatCurrencyCode: fiatCode,
  amountType: offerAmountType,
  /** The amounts that can be traded now: the owner's range, limited by their balance. */
  fiatLimitMin: amount,
  fiatLimitMax: amount,
  predefinedAmounts: z.array(amount),
  fiatPricePerCrypto: amount,
  usdPricePerCrypto: amount,
  isFixedPrice: z.boolean(),
  /** Percent over the market; for a fixed price, at the current rate. */
  margin: signedDecimal,
  tags: z.array(offerTag),
  paymentWindowMinutes: z.int(),
  /** Median seconds from paid to released; null before three trades. */
  releaseTimeSec: z.nullable(z.int()),
  requireMinPastTrades: count,
  requireVerifiedId: z.boolean(),
  rules: z.array(offerRule),
  fullNameVisibility: z.boolean(),
  /** silent-pool: in no list; otc: its least amount is large; gift-cards: by which it is paid. The first that fits. */
  category: z.nullable(offerCategory),
  cashback: offerCashback,
  /** City, part of the country and country in which is paid, as far as the offer says, in the language asked for; null for anywhere. */
  location: z.nullable(z.string()),
  isFeatured: z.boolean(),
  isStickied: z.boolean(),
  isFavorite: z.boolean(),
  /** The viewer has blocked the owner. */
  isBlocked: z.boolean(),
  isAutomated: z.boolean(),
  isAnonymousUserRestricted: z.boolean(),
  isOnline: z.boolean(),
  /** Seconds until the owner's duty hours open; 0 when they are open. */
  availableIn: z.int(),
  isMine: z.boolean(),
});
export type OfferCard = z.infer<typeof offerCard>;

type FlagQueries = Record<(typeof LISTING_FLAGS)[(typeof FLAG_NAMES)[number]]["query"], typeof flagQuery>;

const filters = {
  type: z.optional(offerType),
  /** A slug or several, separated by commas; with-any-payment-method is none. */
  "payment-method": z.optional(text({ max: 800 })),
  group: z.optional(paymentMethodGroupSlug),
  currency: z.optional(fiatCode),
  crypto_currency_id: z.optional(queryInt({ min: 1, max: 100 })),
  /** The sum a visitor has in mind: offers whose range holds it. */
  "fiat-min": z.optional(amount),
  ...{ amount_range_min: z.optional(amount), amount_range_max: z.optional(amount) },
  // The switches: fiat-min in dollars, offers with a rule, owners who are verified or online, offers for the visitor.
  ...(Object.fromEntries(FLAG_NAMES.map((name) => [LISTING_FLAGS[name].query, flagQuery])) as FlagQueries),
  ...{ visitor_country_iso: z.optional(iso2), users_country_iso: z.optional(iso2) },
  /** The id of the country in which is paid, as the list of countries has it; 9999 for anywhere. */
  location_id: z.optional(queryInt({ min: 1, max: 99_999 })),
  /** Slugs, separated by commas; an offer has to carry all. */
  tags: z.optional(text({ max: 800 })),
  user_badges: z.optional(text({ max: 200 })),
  /** The id of a country page or a landing: its filters apply where the query has none of its own. */
  page_id: z.optional(slug),
  newbieOffers: flagQuery,
  binCode: z.optional(z.string().check(z.regex(/^\d{4,8}$/, form("card_start")))),
  cardRegion: z.optional(iso2),
};

export const listingQuery = z.strictObject({
  ...filters,
  sort: z.optional(offerSort),
  page: z.optional(queryInt({ min: 1, max: 1000 })),
  limit: z.optional(queryInt({ min: 1, max: 50 })),
  withFavorites: flagQuery,
  locale: z.optional(textLocale),
  /** Returned in the response: a client that searches while the user types keeps only the response to the last request. */
  searchId: z.optional(text({ max: 60 })),
});
export type ListingQuery = z.infer<typeof listingQuery>;

export const listingMeta = z.strictObject({
  total: count,
  /** false: there are more than `total`. */
  isTotalExact: z.boolean(),
  /** Filtered offers are counted to a thousand; where there are more, the count of that side is not exact. */
  isBuyCountExact: z.boolean(),
  isSellCountExact: z.boolean(),
  currentPage: count,
  perPage: count,
  lastPage: count,
  buyCount: count,
  sellCount: count,
  currentType: offerType,
  currentSorting: offerSort,
  /** How many offers acceptable_only leaves out, at least; null without it. */
  hidden: z.nullable(z.strictObject({ count, isExact: z.boolean() })),
  /** As it was asked with. */
  searchId: z.nullable(z.string()),
  /** Of the rate that the prices are made from; null when the page has several currencies. */
  rate: z.nullable(z.strictObject({ rate: z.string(), asOf: instant, state: rateState })),
});
export type ListingMeta = z.infer<typeof listingMeta>;

export const listOffers = endpoint({
  name: "listOffers",
  method: "GET",
  path: "/rest/v1/offers",
  summary: "Active offers by filters. type is the owner's side: sell for a user who wants to buy.",
  query: listingQuery,
  reply: z.array(offerCard),
  meta: listingMeta,
});

export const facetQuery = z.strictObject(filters);
export type FacetQuery = z.infer<typeof facetQuery>;

export const countOfferFacets = endpoint({
  name: "countOfferFacets",
  method: "GET",
  path: "/rest/v1/offers/facets",
  summary:
    "How many offers the listing finds with each method, group and currency in place of the query's own, for the filters' numbers.",
  query: facetQuery,
  reply: z.strictObject({
    methods: z.array(z.strictObject({ id: z.int(), slug: z.string(), count })),
    groups: z.array(z.strictObject({ slug: paymentMethodGroupSlug, count })),
    currencies: z.array(z.strictObject({ code: fiatCode, count, usualAmount: amount })),
    /** false: there are more offers than were read, and each number may be too low. */
    isExact: z.boolean(),
  }),
});

export const pricePreview = z.strictObject({
  marketPrice: amount,
  fiatPricePerCrypto: amount,
  margin: signedDecimal,
  isCriticalMargin: z.boolean(),
  asOf: instant,
  state: rateState,
  /** The best and the middle price of active offers of the same side, method and currency. */
  bestPrice: z.nullable(amount),
  medianPrice: z.nullable(amount),
  /** The place of such an offer in the list by price, from 1. */
  position: z.int(),
  competitors: count,
});

export const previewOfferPrice = endpoint({
  name: "previewOfferPrice",
  method: "GET",
  path: "/rest/v1/offers/price-preview",
  summary: "Compare a margin or a fixed price with the market.",
  query: z.strictObject({
    type: offerType,
    crypto_currency_code: cryptoCode,
    currency: fiatCode,
    "payment-method": z.optional(slug),
    margin: z.optional(signedDecimal),
    fixed_price: z.optional(amount),
  }),
  reply: pricePreview,
  refusals: ["offer.price_missing", "rates.unknown"],
});

export const feeParts = z.strictObject({
  sellerPct: z.string(),
  buyerPct: z.string(),
  sellerCrypto: amount,
  sellerFiat: amount,
  buyerCrypto: amount,
  buyerFiat: amount,
  escrowCrypto: amount,
  escrowFiat: amount,
});

/** Why this viewer may not start a trade on this offer now. */
export const startRefusal = z.strictObject({
  code: z.string(),
  message: z.string(),
  /** Where it is a limit. */
  kind: z.nullable(z.enum(START_LIMIT_KINDS)),
  /** The rest of the owner's limit, in the offer's currency. */
  max: z.nullable(amount),
});

export const offerView = z.strictObject({
  ...offerCard.shape,
  id: hash,
  isSell: z.boolean(),
  ownerUsername: z.string(),
  flowType: offerFlowType,
  fiatCurrency: z.strictObject({
    id: z.int(),
    code: fiatCode,
    name: localizedName,
    digits: z.int(),
    rate: z.strictObject({ usd: z.nullable(z.string()) }),
  }),
  newBuyerMaxFiatLimit: z.nullable(amount),
  offerTerms: z.string(),
  /** Only to the owner here; to the other side once a trade is open. */
  tradeDetails: z.nullable(z.string()),
  timezone: z.string(),
  /** Of payment in metal: what a troy ounce counts for, in the offer's currency. */
  customRate: z.nullable(amount),
  altCoin: z.nullable(z.strictObject({ code: cryptoCode, rate: z.string(), precision: z.int() })),
  altCoinPricePerBtc: z.nullable(z.string()),
  giftCardBinCodes: z.array(z.string()),
  /** Countries by their ISO 3166-1 numbers. */
  amazonGiftCardRegions: z.array(z.strictObject({ id: count, name: z.string() })),
  isBinCodeEnabled: z.boolean(),
  isReachedCap: z.boolean(),
  isCapLessThanMin: z.boolean(),
  isGiftCodeCheckEnabled: z.boolean(),
  isThirdPartyTreatmentEnabled: z.boolean(),
  /** Of the largest trade that is possible now. */
  fees: feeParts,
  escrowFeePct: z.string(),
  buySellPagePrice: amount,
  marketPrice: amount,
  rate: z.strictObject({ asOf: instant, state: rateState }),
  isActive: z.boolean(),
  /** Goes up with every change of price or terms; a start names the one it saw. */
  revision: z.int(),
  flags: z.array(z.int()),
  isNewBuyer: z.boolean(),
  /** Completed trades of the viewer; null of a visitor. */
  ownPastTrades: z.nullable(count),
  isTrustedUser: z.boolean(),
  isGrayCountry: z.boolean(),
  isAvailableForCountry: z.boolean(),
  countryLimitation: z.strictObject({
    type: z.enum(["none", "allowed", "disallowed"]),
    countries: z.array(z.string()),
  }),
  discountedEscrowFee: z.nullable(z.string()),
  dutyHours,
  dutyHoursTimezone: z.string(),
  isMaxTradeLimitUserIDNotVerified: z.boolean(),
  flashMessages: z.array(z.strictObject({ level: z.enum(["info", "alert"]), code: z.string(), message: z.string() })),
  /** Whole US dollars above which the starter of a trade needs a verified identity and address; null without such a limit. */
  addressNeededAboveUsd: z.nullable(z.string()),
  startRefusals: z.array(startRefusal),
  /** To its owner, its partner and the staff; to others there is no such offer. */
  special: z.nullable(specialOffer),
  recommendedOffers: z.array(offerCard),
  /** To the owner: the body that would save the offer as it is; null for a special one, which stays. */
  originalData: z.nullable(z.record(z.string(), z.unknown())),
});
export type OfferView = z.infer<typeof offerView>;

export const getOffer = endpoint({
  name: "getOffer",
  method: "GET",
  path: "/rest/v1/offers/:id",
  summary: "One offer with everything its page shows.",
  params: z.strictObject({ id: hash }),
  query: z.strictObject({ "fiat-min": z.optional(amount), locale: z.optional(textLocale) }),
  reply: offerView,
  refusals: ["offer.not_found"],
});

export const listUserOffers = endpoint({
  name: "listUserOffers",
  method: "GET",
  path: "/rest/v1/users/:username/offers",
  summary: "A user's active offers, for the profile's tabs.",
  params: z.strictObject({ username }),
  query: z.strictObject({
    tab: z.optional(offerType),
    page: pageQuery,
    crypto_currency_code: z.optional(cryptoCode),
    sort: z.optional(offerSort),
  }),
  reply: z.array(offerCard),
  meta: z.strictObject({ buyCount: count, sellCount: count, hasMorePages: z.boolean() }),
  refusals: ["account.not_found"],
});
