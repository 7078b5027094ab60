/** Filters and sorting of a listing, each described once: the page's address, the call's parameter, and the default. */
import { RULE_FILTERS, type RuleFilter } from "../offer-fields.ts";

export const OFFER_SORTS = [
  "default",
  "crypto_usd_price_desc",
  "crypto_usd_price_asc",
  "release_time_asc",
  "release_time_desc",
] as const;
export type OfferSort = (typeof OFFER_SORTS)[number];

/** `address` is the parameter of the page, `query` that of the call. */
type Described<Query extends string> = {
  readonly address: string;
  readonly query: Query;
  /** Counted and cleared with the filters; the others are choices of their own. */
  readonly isFilter?: true;
};
export type FlagField<Query extends string = string> = Described<Query> & { readonly kind: "flag" };
export type TextField = Described<string> & { readonly kind: "text"; readonly pattern: RegExp };

const flag = <Query extends string>(
  address: string,
  query: Query,
  more: { isFilter?: true } = {},
): FlagField<Query> => ({
  kind: "flag",
  address,
  query,
  ...more,
});
const text = (address: string, query: string, pattern: RegExp, more: { isFilter?: true } = {}): TextField => ({
  kind: "text",
  address,
  query,
  pattern,
  ...more,
});
const FILTER = { isFilter: true } as const;
const COUNTRY = /^[A-Z]{2}$/;

/** By the name in the listing's state: switches. */
export const LISTING_FLAGS = {
  convertFromUSD: flag("convertFromUSD", "convertFromUSD"),
  ...(Object.fromEntries(RULE_FILTERS.map(({ address, query }) => [address, flag(address, query, FILTER)])) as Readonly<
    Record<RuleFilter["address"], FlagField<RuleFilter["query"]>>
  >),
  isVerifiedUsers: flag("isVerifiedUsers", "verified_users", FILTER),
  onlineUsers: flag("onlineUsers", "online_users", FILTER),
  /** Only payment methods of the visitor's own country. */
  localMethods: flag("localMethods", "is_payment_method_localized", FILTER),
  /** Offers of those whom the visitor has blocked as well. */
  block: flag("block", "block", FILTER),
  /** Only what the visitor may open. */
  acceptableOnly: flag("acceptableOnly", "acceptable_only", FILTER),
};

/** By the name in the listing's state: texts, null when they are not there. */
export const LISTING_TEXTS = {
  currencyCode: text("currencyCode", "currency", /^[A-Z]{3}$/),
  group: text("group", "group", /^[a-z][a-z-]{2,40}$/, FILTER),
  /** The sum in mind, as decimal text. */
  fiatMin: text("fiat-min", "fiat-min", /^(0|[1-9]\d{0,11})(\.\d{1,8})?$/, FILTER),
  /** Where the visitor is, and where the owners are. */
  countryIso: text("countryIso", "visitor_country_iso", COUNTRY, FILTER),
  usersCountryIso: text("usersCountryIso", "users_country_iso", COUNTRY, FILTER),
  binCode: text("binCode", "binCode", /^\d{4,8}$/, FILTER),
  cardRegion: text("cardRegion", "cardRegion", COUNTRY, FILTER),
  /** The id of the country in which is paid. */
  locationId: text("locationId", "location_id", /^[1-9]\d{0,4}$/, FILTER),
} as const satisfies Record<string, TextField>;

export type ListingFlags = { [N in keyof typeof LISTING_FLAGS]: boolean };
export type ListingTexts = { [N in keyof typeof LISTING_TEXTS]: string | null };
export const FLAG_NAMES = Object.keys(LISTING_FLAGS) as (keyof ListingFlags)[];
export const TEXT_NAMES = Object.keys(LISTING_TEXTS) as (keyof ListingTexts)[];

/** In which a guest's browser keeps the currency that was chosen last. */
export const GUEST_FIAT_COOKIE = "fiat";
