/** Public endpoints of offers: listing, page, favorites, payment methods with their counts. */
import {
  getPaymentMethod as getPaymentMethodCall,
  listPaymentMethods,
  listPopularPaymentMethods,
} from "#contract/reference/catalog.ts";
import { type CryptoCode, isCryptoCode } from "#contract/money/money.ts";
import { addFavoriteOffer, listFavoriteOffers, removeFavoriteOffer } from "#contract/market/offers/favorites.ts";
import {
  countOfferFacets,
  getOffer,
  listOffers as listOffersCall,
  listUserOffers as listUserOffersCall,
} from "#contract/market/offers/offers.ts";
import { listPoolOffers } from "#contract/market/offers/silent-pool.ts";
import { whyOffersHidden } from "#contract/market/offers/hidden-offers.ts";
import { getTradeOffer } from "#contract/market/trades/trade/trades.ts";
import { localeOf } from "#contract/platform/locales.ts";
import { fieldRefusal, Refusal } from "#contract/platform/errors/refusals.ts";
import { actsAsStaff, route } from "../../platform/http/policy.ts";
import { findPaymentMethod, viewMethodShort } from "../../reference/catalog/index.ts";
import { readTrade } from "../trades/index.ts";
import { countFacets } from "./filters/count-facets.ts";
import { keepingOfFacets, keepingOfListing, keepingOfOffer } from "./keeping.ts";
import { dropOffer, keepOffer, listFavorites } from "./favorites/favorites.ts";
import { listOffers } from "./list-offers.ts";
import { openMethods, popularMethods, viewMethods } from "./payment-method-views.ts";
import { withPageFilters } from "./filters/page-filters.ts";
import { listPool } from "./silent-pool.ts";
import { listUserOffers } from "./user-offers.ts";
import { viewOffer } from "./offer-page/view-offer.ts";
import { whyHidden } from "./offer-page/why-hidden.ts";

const READ = { auth: "public", rateLimit: "read" } as const;
const LISTS = { ...READ, mayLag: true } as const;
const ANY_OFFER = { id: { kind: "offer", relations: ["anybody"] } } as const;

const NAMES: Readonly<Record<string, CryptoCode>> = { bitcoin: "BTC", ethereum: "ETH", tether: "USDT" };

/** By its code in either case, or by its name. Refuses ERROR_INPUT_VALIDATION. */
function cryptoNamed(text: string): CryptoCode {
  const code = NAMES[text.toLowerCase()] ?? text.toUpperCase();
  if (!isCryptoCode(code)) throw fieldRefusal("ERROR_INPUT_VALIDATION", "crypto");
  return code;
}

const publicRoutes = [
  route(listOffersCall, LISTS, {
    read: ({ tx, query, viewer }) => listOffers(tx, { query: withPageFilters(query ?? {}), viewer }),
    keeping: ({ data }, { query }) => keepingOfListing(withPageFilters(query ?? {}), data),
  }),
  route(
    listPoolOffers,
    { auth: "session", rateLimit: "read", level: 2, action: "start_trade", closedToStaff: true },
    ({ tx, query, viewer }) => listPool(tx, { query: withPageFilters(query ?? {}), viewer }),
  ),
  route(countOfferFacets, LISTS, {
    read: ({ tx, query, viewer }) => countFacets(tx, { query: withPageFilters(query ?? {}), viewer }),
    keeping: (_, { query }) => keepingOfFacets(withPageFilters(query ?? {})),
  }),
  route(whyOffersHidden, LISTS, ({ tx, query, viewer }) =>
    whyHidden(tx, { query: withPageFilters(query ?? {}), viewer }),
  ),
  route(
    getOffer,
    { ...READ, objects: ANY_OFFER },
    {
      read: ({ tx, params, query, viewer }) =>
        viewOffer(tx, { hash: params.id, viewer, locale: query?.locale, fiatAmount: query?.["fiat-min"] }),
      keeping: (offer) => keepingOfOffer(offer, offer.recommendedOffers),
    },
  ),
  route(
    getTradeOffer,
    {
      auth: "session",
      rateLimit: "read",
      keyScope: "trades",
      objects: { id: { kind: "trade", relations: ["buyer", "seller", "staff"] } },
    },
    async ({ tx, viewer, params }) => {
      const trade = await readTrade(tx, { hash: params.id, viewerId: viewer.userId, isStaff: actsAsStaff(viewer) });
      return viewOffer(tx, { hash: trade.offer.hash, viewer });
    },
  ),
  route(
    listUserOffersCall,
    { ...LISTS, objects: { username: { kind: "user", relations: ["anybody"] } } },
    ({ tx, params, query, viewer }) =>
      listUserOffers(tx, {
        username: params.username,
        side: query?.tab ?? "sell",
        crypto: query?.crypto_currency_code,
        sort: query?.sort ?? "default",
        page: Number(query?.page ?? 1),
        viewerId: viewer?.userId,
      }),
  ),
];

const favoriteRoutes = [
  route(listFavoriteOffers, { auth: "session", rateLimit: "read" }, ({ tx, query, viewer }) =>
    listFavorites(tx, {
      userId: viewer.userId,
      side: query?.type ?? "sell",
      sort: query?.sort ?? "default",
      page: Number(query?.page ?? 1),
    }),
  ),
  route(
    addFavoriteOffer,
    { auth: "session", rateLimit: "write", unrestricted: true, objects: ANY_OFFER },
    async ({ tx, params, viewer }) => {
      await keepOffer(tx, { userId: viewer.userId, hash: params.id });
      return { hash: params.id, isFavorite: true };
    },
  ),
  route(
    removeFavoriteOffer,
    { auth: "session", rateLimit: "write", unrestricted: true, objects: ANY_OFFER },
    async ({ tx, params, viewer }) => {
      await dropOffer(tx, { userId: viewer.userId, hash: params.id });
      return { hash: params.id, isFavorite: false };
    },
  ),
];

const methodRoutes = [
  route(listPaymentMethods, READ, async ({ tx, query }) => {
    const open = (await openMethods(tx)).filter(
      (method) =>
        (!query?.group || query.group === "all-payment-methods" || method.group === query.group) &&
        (!query?.country || method.countries.length === 0 || method.countries.includes(query.country)),
    );
    const locale = localeOf(query?.locale);
    return query?.mode === "short"
      ? open.map((method) => viewMethodShort(method, locale))
      : viewMethods(tx, open, { locale });
  }),
  route(listPopularPaymentMethods, READ, async ({ tx, query }) => ({
    popular: await popularMethods(tx, { countryIso: query?.country, locale: localeOf(query?.locale) }),
  })),
  route(getPaymentMethodCall, READ, async ({ tx, params, query }) => {
    const method = findPaymentMethod(params.slug);
    if (!method) throw new Refusal("catalog.unknown_payment_method");
    const crypto = query?.crypto === undefined ? undefined : cryptoNamed(query.crypto);
    const [view] = await viewMethods(tx, [method], { crypto, locale: localeOf(query?.locale) });
    if (!view) throw new Error(`no view of ${method.slug}`);
    return view;
  }),
];

export const routes = [...publicRoutes, ...favoriteRoutes, ...methodRoutes];
