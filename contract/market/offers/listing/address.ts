/**
 * The listing's state and its address: /trading/buy-btc/paypal?currencyCode=EUR&fiat-min=100. The server reads a
 * page's state with it and the browser writes it, so every view can be shared by its address.
 */
import type { FlagName } from "../../../reference/flag-names.ts";
import {
  FLAG_NAMES,
  LISTING_FLAGS,
  LISTING_TEXTS,
  type ListingFlags,
  type ListingTexts,
  OFFER_SORTS,
  type OfferSort,
  TEXT_NAMES,
} from "./fields.ts";
import type { Locale } from "../../../platform/locales.ts";
import { CRYPTO, type CryptoCode } from "../../../money/money.ts";
import type { FacetQuery, ListingQuery } from "../offers.ts";
import { ANY_METHOD, giftCardListingPath, listingPath, type Side } from "./paths.ts";
import { localized } from "../../../platform/localized.ts";

export type ListingState = ListingFlags &
  ListingTexts & {
    /** The visitor's side; the listed offers are of the other type. */
    side: Side;
    crypto: CryptoCode;
    /** A slug; with-any-payment-method is none. */
    method: string;
    tags: string[];
    sortType: OfferSort;
    page: number;
    /** The default of the filter for acceptable offers. */
    acceptableByDefault: boolean;
    /** Stablecoins are sorted by price where the address says nothing of it. */
    sortsStablecoinsByPrice: boolean;
    /** At the address of gift cards: their offers alone, whatever the address says of a group. */
    isOfGiftCards: boolean;
    /** Shows offers that are hidden from readers of a low level, on their request. */
    showsAssets: boolean;
  };

/** The group that the address of gift cards means. */
export const GIFT_CARDS = "gift-cards";

/** The filter for acceptable offers as a reader has it: not there at all, or there and at first off or on. */
export type AcceptableFilter = "absent" | "off" | "on";

/** It begins on for signed-in users alone: of visitors nothing is known that it could judge by. */
export function acceptableFilter(
  flags: Readonly<Partial<Record<FlagName, unknown>>>,
  { isSignedIn }: { readonly isSignedIn: boolean },
): AcceptableFilter {
  if (flags.isNewbieOffersEnabled !== true) return "absent";
  return isSignedIn && flags.isNewbieOffersCheckedByDefault === true ? "on" : "off";
}

/** The sorting of a list whose address has none: stablecoins by their price in dollars, if the reader has that feature. */
export function usualSort({
  side,
  crypto,
  sortsStablecoinsByPrice,
}: Pick<ListingState, "side" | "crypto" | "sortsStablecoinsByPrice">): OfferSort {
  if (!sortsStablecoinsByPrice || !CRYPTO[crypto].isStablecoin) return "default";
  return side === "buy" ? "crypto_usd_price_asc" : "crypto_usd_price_desc";
}

const MOST_TAGS = 8;
const SHOWS_ASSETS = "showAssets";

export function listingState(
  place: Pick<ListingState, "side" | "crypto"> & { method?: string; isOfGiftCards?: boolean },
): ListingState {
  return readListingState({ method: ANY_METHOD, ...place }, new URLSearchParams());
}

/** Parses an address. A value of another form is ignored; `currencyCode` is the currency without one in the address. */
export function readListingState(
  place: Pick<ListingState, "side" | "crypto" | "method"> & { isOfGiftCards?: boolean },
  query: URLSearchParams,
  {
    currencyCode = null,
    acceptable = "off",
    sortsStablecoinsByPrice = false,
  }: { currencyCode?: string | null; acceptable?: AcceptableFilter; sortsStablecoinsByPrice?: boolean } = {},
): ListingState {
  const match = (name: string, pattern: RegExp) => {
    const value = query.get(name) ?? "";
    return pattern.test(value) ? value : null;
  };
  const flags = FLAG_NAMES.map((name) => [name, ["1", "true"].includes(query.get(LISTING_FLAGS[name].address) ?? "")]);
  const hasAcceptable = query.has(LISTING_FLAGS.acceptableOnly.address);
  const acceptableByDefault = acceptable === "on";
  const texts = TEXT_NAMES.map((name) => [name, match(LISTING_TEXTS[name].address, LISTING_TEXTS[name].pattern)]);
  const { isOfGiftCards = false } = place;
  return {
    ...place,
    isOfGiftCards,
    showsAssets: query.get(SHOWS_ASSETS) === "1",
    ...(Object.fromEntries(flags) as ListingFlags),
    ...(acceptable === "absent" ? { acceptableOnly: false } : {}),
    ...(acceptableByDefault && !hasAcceptable ? { acceptableOnly: true } : {}),
    acceptableByDefault,
    sortsStablecoinsByPrice,
    ...(Object.fromEntries(texts) as ListingTexts),
    ...(query.has(LISTING_TEXTS.currencyCode.address) ? {} : { currencyCode }),
    // A method says it by itself.
    ...(isOfGiftCards ? { group: place.method === ANY_METHOD ? GIFT_CARDS : null } : {}),
    tags: (match("tags", /^[a-z0-9-]+(,[a-z0-9-]+)*$/)?.split(",") ?? []).slice(0, MOST_TAGS).sort(),
    sortType:
      OFFER_SORTS.find((sort) => sort === query.get("sortType")) ?? usualSort({ ...place, sortsStablecoinsByPrice }),
    page: Number(match("page", /^[1-9]\d{0,2}$/) ?? 1),
  };
}

/** The value for every currency; without a value a page starts in the visitor's own. */
const ANY_CURRENCY = "any";

/** The address of a state; default values are left out. */
export function listingHref(locale: Locale, state: ListingState): string {
  const query = new URLSearchParams();
  if (state.currencyCode === null) query.set(LISTING_TEXTS.currencyCode.address, ANY_CURRENCY);
  for (const name of TEXT_NAMES)
    if (state[name] && !isImplied(state, name)) query.set(LISTING_TEXTS[name].address, state[name]);
  for (const name of FLAG_NAMES) {
    const isUsual = name === "acceptableOnly" ? state.acceptableByDefault : false;
    if (state[name] !== isUsual) query.set(LISTING_FLAGS[name].address, state[name] ? "1" : "0");
  }
  if (state.tags.length > 0) query.set("tags", state.tags.join(","));
  if (state.sortType !== usualSort(state)) query.set("sortType", state.sortType);
  if (state.showsAssets) query.set(SHOWS_ASSETS, "1");
  if (state.page > 1) query.set("page", String(state.page));
  const path = localized(locale, (state.isOfGiftCards ? giftCardListingPath : listingPath)(state));
  const text = query.toString().replaceAll("%2C", ",");
  return text ? `${path}?${text}` : path;
}

/** Parts of the address of gift cards are no filter of the visitor's. */
function isImplied({ isOfGiftCards }: ListingState, name: (typeof TEXT_NAMES)[number]): boolean {
  return isOfGiftCards && name === "group";
}

/** Where a change leads: another method or group is another place than that of gift cards. */
export function changedListing(before: ListingState, change: Partial<ListingState>): ListingState {
  const isMoved = (change.method ?? before.method) !== before.method || (change.group ?? GIFT_CARDS) !== GIFT_CARDS;
  // The default sorting stays the default for the other side and for another coin.
  const isUsual = before.sortType === usualSort(before) && change.sortType === undefined;
  const sortType = isUsual ? usualSort({ ...before, ...change }) : (change.sortType ?? before.sortType);
  return {
    ...before,
    ...change,
    sortType,
    page: 1,
    isOfGiftCards: before.isOfGiftCards && !isMoved && change.group !== null,
  };
}

/** The same state as the call for it. */
export function listingQueryOf(state: ListingState): ListingQuery {
  const flags = FLAG_NAMES.flatMap((name) => (state[name] ? [[LISTING_FLAGS[name].query, "1"]] : []));
  const texts = TEXT_NAMES.flatMap((name) => (state[name] ? [[LISTING_TEXTS[name].query, state[name]]] : []));
  return {
    type: state.side === "buy" ? "sell" : "buy",
    crypto_currency_id: String(CRYPTO[state.crypto].id),
    "payment-method": state.method === ANY_METHOD ? undefined : state.method,
    ...Object.fromEntries([...flags, ...texts]),
    tags: state.tags.length > 0 ? state.tags.join(",") : undefined,
    sort: state.sortType === "default" ? undefined : state.sortType,
    page: state.page > 1 ? String(state.page) : undefined,
    withFavorites: "1",
  };
}

/** The same without the order and the page: what the numbers beside the filters are counted for. */
export function facetQueryOf(state: ListingState): FacetQuery {
  const { sort: _sort, page: _page, withFavorites: _favorites, ...query } = listingQueryOf(state);
  return query;
}

/** How many filters are on, besides side, coin, method and currency; the one that begins on is none of the reader's. */
export function activeFilters(state: ListingState): number {
  const flags = FLAG_NAMES.filter(
    (name) => LISTING_FLAGS[name].isFilter && state[name] && !(name === "acceptableOnly" && state.acceptableByDefault),
  );
  const texts = TEXT_NAMES.filter(
    (name) => "isFilter" in LISTING_TEXTS[name] && state[name] && !isImplied(state, name),
  );
  return flags.length + texts.length + state.tags.length;
}

/** The same place with nothing filtered but what begins so; the currency and the order stay, they are choices of their own. */
export function withoutFilters(state: ListingState): ListingState {
  const { side, crypto, method, isOfGiftCards, currencyCode, sortType, showsAssets, acceptableByDefault } = state;
  const kept = { currencyCode, sortType, showsAssets, acceptableByDefault, acceptableOnly: acceptableByDefault };
  return { ...listingState({ side, crypto, method, isOfGiftCards }), ...kept };
}
