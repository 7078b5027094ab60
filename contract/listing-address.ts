/**
 * The listing's state and its address: /trading/buy-btc/paypal?currencyCode=EUR&fiat-min=100. The server reads a
 * page's state with it and the browser writes it, so every view can be sent to somebody else as it is.
 */
import { CRYPTO, type CryptoCode } from "./money.ts";
import type { ListingQuery, OfferSort } from "./offers.ts";
import type { Locale } from "./locales.ts";
import { ANY_METHOD, pathOf, type Side } from "./paths.ts";

export type ListingState = {
  /** What the visitor wants to do; the offers listed are of the other type. */
  side: Side;
  crypto: CryptoCode;
  /** A slug; with-any-payment-method is none. */
  method: string;
  currencyCode: string | null;
  group: string | null;
  /** The sum in mind, as decimal text. */
  fiatMin: string | null;
  convertFromUSD: boolean;
  isVerifiedOffers: boolean;
  isVerifiedUsers: boolean;
  onlineUsers: boolean;
  /** Only what the visitor may open. */
  acceptableOnly: boolean;
  /** Where the visitor is, and where the owners are. */
  countryIso: string | null;
  usersCountryIso: string | null;
  tags: string[];
  binCode: string | null;
  cardRegion: string | null;
  pageId: string | null;
  sortType: OfferSort;
  page: number;
};

const SORTS: readonly OfferSort[] = [
  "default",
  "crypto_usd_price_desc",
  "crypto_usd_price_asc",
  "release_time_asc",
  "release_time_desc",
];

export function listingState(place: Pick<ListingState, "side" | "crypto"> & { method?: string }): ListingState {
  return readListingState({ method: ANY_METHOD, ...place }, new URLSearchParams());
}

/** What an address says. A value that is none is left out, as if it had not been written. */
export function readListingState(
  { side, crypto, method }: Pick<ListingState, "side" | "crypto" | "method">,
  query: URLSearchParams,
): ListingState {
  const match = (name: string, pattern: RegExp) => {
    const value = query.get(name) ?? "";
    return pattern.test(value) ? value : null;
  };
  const isOn = (name: string) => ["1", "true"].includes(query.get(name) ?? "");
  return {
    side,
    crypto,
    method,
    currencyCode: match("currencyCode", /^[A-Z]{3}$/),
    group: match("group", /^[a-z][a-z-]{2,40}$/),
    fiatMin: match("fiat-min", /^(0|[1-9]\d{0,11})(\.\d{1,8})?$/),
    convertFromUSD: isOn("convertFromUSD"),
    isVerifiedOffers: isOn("isVerifiedOffers"),
    isVerifiedUsers: isOn("isVerifiedUsers"),
    onlineUsers: isOn("onlineUsers"),
    acceptableOnly: isOn("acceptableOnly"),
    countryIso: match("countryIso", /^[A-Z]{2}$/),
    usersCountryIso: match("usersCountryIso", /^[A-Z]{2}$/),
    tags: (match("tags", /^[a-z0-9-]+(,[a-z0-9-]+)*$/)?.split(",") ?? []).slice(0, 8).sort(),
    binCode: match("binCode", /^\d{4,8}$/),
    cardRegion: match("cardRegion", /^[A-Z]{2}$/),
    pageId: match("pageId", /^[\w-]{1,60}$/),
    sortType: SORTS.find((sort) => sort === query.get("sortType")) ?? "default",
    page: Number(match("page", /^[1-9]\d{0,2}$/) ?? 1),
  };
}

/** The address of a state; what stands at its default is not written. */
export function listingHref(locale: Locale, state: ListingState): string {
  const query = new URLSearchParams();
  const put = (name: string, value: string | null) => value && query.set(name, value);
  const flag = (isOn: boolean) => (isOn ? "1" : null);
  put("currencyCode", state.currencyCode);
  put("group", state.group);
  put("fiat-min", state.fiatMin);
  put("convertFromUSD", flag(state.convertFromUSD));
  put("isVerifiedOffers", flag(state.isVerifiedOffers));
  put("isVerifiedUsers", flag(state.isVerifiedUsers));
  put("onlineUsers", flag(state.onlineUsers));
  put("acceptableOnly", flag(state.acceptableOnly));
  put("countryIso", state.countryIso);
  put("usersCountryIso", state.usersCountryIso);
  put("tags", state.tags.join(","));
  put("binCode", state.binCode);
  put("cardRegion", state.cardRegion);
  put("pageId", state.pageId);
  put("sortType", state.sortType === "default" ? null : state.sortType);
  put("page", state.page > 1 ? String(state.page) : null);
  const path = pathOf(locale, "offersSearch", { side: state.side, crypto: state.crypto, method: state.method });
  const text = query.toString().replaceAll("%2C", ",");
  return text ? `${path}?${text}` : path;
}

/** The same state as the call for it. */
export function listingQueryOf(state: ListingState): ListingQuery {
  const flag = (isOn: boolean) => (isOn ? ("1" as const) : undefined);
  return {
    type: state.side === "buy" ? "sell" : "buy",
    crypto_currency_id: String(CRYPTO[state.crypto].id),
    "payment-method": state.method === ANY_METHOD ? undefined : state.method,
    currency: state.currencyCode ?? undefined,
    group: (state.group as ListingQuery["group"]) ?? undefined,
    "fiat-min": state.fiatMin ?? undefined,
    convertFromUSD: flag(state.convertFromUSD),
    verified_offers: flag(state.isVerifiedOffers),
    verified_users: flag(state.isVerifiedUsers),
    online_users: flag(state.onlineUsers),
    acceptable_only: flag(state.acceptableOnly),
    visitor_country_iso: state.countryIso ?? undefined,
    users_country_iso: state.usersCountryIso ?? undefined,
    tags: state.tags.length > 0 ? state.tags.join(",") : undefined,
    binCode: state.binCode ?? undefined,
    cardRegion: state.cardRegion ?? undefined,
    page_id: state.pageId ?? undefined,
    sort: state.sortType === "default" ? undefined : state.sortType,
    page: state.page > 1 ? String(state.page) : undefined,
    withFavorites: "1",
  };
}
