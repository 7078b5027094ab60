/** Pages for everybody: home, the listing, an offer. */
import { PATHS } from "#contract/platform/paths.ts";
import { findListingState } from "./listing-state.ts";
import { priceHistory } from "./price-history.ts";
import { visitorFiat } from "./visitor-fiat.ts";
import { DEMO_PEOPLE, TOUR_ROBOT } from "#contract/demo/demo.ts";
import { CRYPTO_CODES } from "#contract/money/money.ts";
import { decimalText } from "#contract/platform/decimal.ts";
import { ASSETS_LEVEL } from "#contract/reference/asset-groups.ts";
import {
  type AcceptableFilter,
  acceptableFilter,
  facetQueryOf,
  listingHref,
  listingQueryOf,
} from "#contract/market/offers/listing/address.ts";
import type { HomeProps, OfferPageProps, TourStep } from "#contract/market/pages.ts";
import type { ListingProps } from "#contract/market/offers/listing/page.ts";
import type { OfferCard } from "#contract/market/offers/offers.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import { hasCompletedTour } from "../../people/accounts/index.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { type PageContext, type PageRoute, type Shown, sharedPage } from "../../platform/http/pages/page-route.ts";
import {
  findPaymentMethod,
  getFiat,
  getPaymentMethod,
  iconAddress,
  methodName,
} from "../../reference/catalog/index.ts";
import { type FlagPercents, flagPercents, flagsNow, flagsOf } from "../../reference/flags/index.ts";
import { chartRangeOf, ratesOf } from "../../money/rates/index.ts";
import {
  countFacets,
  keepingOfListing,
  keepingOfOffer,
  listOffers,
  marketChoices,
  marketCounts,
  marketTopic,
  type OwnOfOffer,
  ownerOf,
  ownOfOffer,
  ownersOf,
  readSharedOffer,
  type SharedOffer,
  sharedCards,
  tourOffer,
  tourStepsOf,
  viewOffer,
  viewSharedOffer,
} from "../../market/listing/index.ts";
import { listFeedback, ofUser } from "../../market/feedback/index.ts";
import { chatStandingOf } from "../../reach/messenger/index.ts";
import { type OwnEligibility, readOwnEligibility } from "../../market/trades/index.ts";
import type { Viewer } from "../../platform/http/policy.ts";

const OPEN = { auth: "public", rateLimit: "read" } as const;

async function loadHome(context: PageContext): Promise<Shown> {
  const { tx, viewer, locale } = context;
  const fiatCode = await visitorFiat(context);
  const fiat = getFiat(fiatCode);
  const best = (type: "buy" | "sell") =>
    listOffers(tx, { query: { type, crypto_currency_id: "8", limit: "40", withFavorites: "1", locale }, viewer });
  const range = chartRangeOf(context.query.range);
  // At once: statements that do not wait for each other travel together.
  const [sellers, buyers, rates, chart, counts, choices, tour] = await Promise.all([
    best("sell"),
    best("buy"),
    ratesOf(tx, { cryptos: CRYPTO_CODES, fiats: [fiatCode] }),
    priceHistory(tx, { crypto: "BTC", fiat: fiatCode, range }),
    marketCounts(tx),
    marketChoices(tx, { crypto: "BTC", fiat, locale }),
    context.isDemo ? tourOf(context) : null,
  ]);
  const [buy, sell] = [onePerOwner(sellers.data), onePerOwner(buyers.data)];
  const props: HomeProps = {
    chart,
    buy,
    sell,
    counts,
    tour,
    ...choices,
    cryptoCode: "BTC",
    fiatCode,
    usualAmount: String(Math.ceil(Number(fiat.defaultAmount) / 2)),
    rates: CRYPTO_CODES.flatMap((code) => {
      const rate = rates.get(`${code}/${fiatCode}`);
      return rate ? [{ code, price: decimalText(rate.rate), fiatCode, state: rate.state }] : [];
    }),
  };
  const topics = ["rates", ...(["buy", "sell"] as const).map((side) => marketTopic({ side, crypto: "BTC" }))];
  return { page: "home", props, keeping: { topics: [...topics, ...ownersOf([...buy, ...sell])], forMs: COUNTED_MS } };
}

/** How old the counters of the first page may be. */
const COUNTED_MS = 10_000;
const HOME_OFFERS = 5;

/** The first page shows different owners: an owner with ten good offers has one row. */
function onePerOwner(offers: readonly OfferCard[]): OfferCard[] {
  const owners = new Set<string>();
  return offers.filter(({ owner }) => !owners.has(owner.username) && owners.add(owner.username)).slice(0, HOME_OFFERS);
}

/** Any of the robot's offers that a newcomer may take will do; bitcoin is the best known. */
async function tourOf({ tx, viewer }: PageContext): Promise<HomeProps["tour"]> {
  if (viewer && (await isHomeToured(tx, viewer.userId))) return null;
  const offer = await tourOffer(tx, TOUR_ROBOT);
  return { robot: TOUR_ROBOT, offerHash: offer ?? null, done: viewer ? await tourDone(tx, viewer.userId) : [] };
}

const isHomeToured = (tx: ReadTx, userId: bigint) => hasCompletedTour(tx, { userId, tourName: "home" });

async function tourDone(tx: ReadTx, userId: bigint): Promise<TourStep[]> {
  const partners = DEMO_PEOPLE.map(({ username }) => username);
  const done = await tourStepsOf(tx, { userId, partners });
  return TOUR_STEPS.filter((step) => done[step]);
}
const TOUR_STEPS = ["buy", "sell", "both"] as const satisfies TourStep[];

const TOP_METHODS = 12;

type ListingPlace = { readonly market?: string; readonly isOfGiftCards?: boolean };
/** All for whom the same offers are acceptable, where the list has only those. */
type Alike = { readonly acceptable: OwnEligibility | undefined };

async function loadListing(context: PageContext, place: ListingPlace = {}, alike?: Alike): Promise<Shown> {
  const { tx, viewer } = context;
  const [currencyCode, flags] = await Promise.all([visitorFiat(context), flagsNow(tx, viewer?.userId)]);
  const isSignedIn = viewer !== undefined;
  const acceptable = alike?.acceptable ? "on" : acceptableFilter(flags, { isSignedIn });
  const found = listingStateAt(context, { currencyCode, flags, acceptable, isSignedIn, ...place });
  if (!found) throw new Refusal("request.not_found");
  if ("canonical" in found) return { redirectTo: listingHref("en", found.canonical) };
  const { state } = found;
  const method = findPaymentMethod(state.method);
  const query = listingQueryOf(state);
  const of = { viewer, alike: alike?.acceptable };
  const [{ data, meta }, facets] = await Promise.all([
    listOffers(tx, { query: { ...query, locale: context.locale }, ...of }),
    countFacets(tx, { query: facetQueryOf(state), ...of }),
  ]);
  const props: ListingProps = {
    state,
    methodName: method ? methodName(method, context.locale) : null,
    methodGroup: method?.group ?? null,
    hidesAssets: isBelowAssets(viewer),
    offers: data,
    meta,
    facets: {
      methods: [...facets.methods]
        .sort((a, b) => b.count - a.count)
        .slice(0, TOP_METHODS)
        .map(({ id, slug, count }) => ({
          slug,
          count,
          name: methodName(getPaymentMethod(id), context.locale),
          group: getPaymentMethod(id).group,
          icon: iconAddress(getPaymentMethod(id)),
        })),
      groups: facets.groups,
      currencies: facets.currencies,
      isExact: facets.isExact,
    },
  };
  return { page: "listing", props, keeping: keepingOfListing(query, data) };
}

type ListingReader = ListingPlace & {
  readonly currencyCode: string;
  readonly flags: { readonly isPriceBasedStablecoinsSort?: boolean };
  readonly acceptable: AcceptableFilter;
  readonly isSignedIn: boolean;
};

function listingStateAt({ params, query }: PageContext, { market, flags, ...reader }: ListingReader) {
  return findListingState({ ...params, ...(market ? { market } : {}) }, new URLSearchParams(query), {
    ...reader,
    sortsStablecoinsByPrice: flags.isPriceBasedStablecoinsSort ?? false,
  });
}

function isBelowAssets(viewer: PageContext["viewer"]): boolean {
  return viewer !== undefined && viewer.level < ASSETS_LEVEL;
}

async function loadOffer({ tx, viewer, params, query, locale }: PageContext): Promise<Shown> {
  const offer = await viewOffer(tx, { hash: params.hash ?? "", viewer, locale });
  const feedback = await feedbackOn(tx, { hash: params.hash ?? "", viewerId: viewer?.userId });
  const chat = viewer && !offer.isMine ? await chatWithOwner(tx, { hash: params.hash ?? "", viewer }) : null;
  return {
    page: "offer",
    props: { offer, feedback, fiatAmount: fiatAmountOf(query), chat },
    // Two users see a special one, so it is not cached.
    ...(offer.special ? {} : { keeping: keepingOfOffer(offer, offer.recommendedOffers) }),
  };
}

/** Whether somebody may write to the owner of an offer. */
async function chatWithOwner(
  tx: ReadTx,
  { hash, viewer }: { hash: string; viewer: Viewer },
): Promise<OfferPageProps["chat"]> {
  const userId = await ownerOf(tx, hash);
  return userId === undefined || userId === viewer.userId ? null : chatStandingOf(tx, { viewer, userId });
}

/** What the owner of an offer received. */
async function feedbackOn(tx: ReadTx, { hash, viewerId }: { hash: string; viewerId: bigint | undefined }) {
  const owner = await ownerOf(tx, hash);
  return listFeedback(tx, { of: ofUser(owner ?? 0n), page: 1, viewerId });
}

function fiatAmountOf(query: PageContext["query"]): string | null {
  const wanted = query["fiat-min"] ?? query.fiatAmount ?? "";
  return /^(0|[1-9]\d{0,11})(\.\d{1,8})?$/.test(wanted) ? wanted : null;
}

/** Of the cards that are shown, by their hashes. */
type OwnCards = {
  readonly mine: readonly string[];
  readonly kept: readonly string[];
  /** Their lists begin with the filter of acceptable offers. */
  readonly startsFiltered: boolean;
  /** Steps of the tour, on the home page of a demo. */
  readonly done: readonly TourStep[];
  /** They have completed that tour. */
  readonly isToured: boolean;
};

const ALL_ALIKE: Alike = { acceptable: undefined };
/** No account has it. */
const NOBODY = 0n;

/** The viewer's part of home and of a listing: their own offers, and their favorites. */
const ownCards = sharedPage<CardsPage, OwnCards, Alike>({
  async among(context, { ownFlags }) {
    const { tx, viewer, params } = context;
    if (params.market === undefined) return ALL_ALIKE;
    const acceptable = acceptableFilter(ownFlags, { isSignedIn: true });
    const found = listingStateAt(context, { currencyCode: "USD", flags: ownFlags, acceptable, isSignedIn: true });
    if (!found || "canonical" in found || !found.state.acceptableOnly) return ALL_ALIKE;
    if (acceptable !== "on") return undefined;
    const { reader, ...own } = await readOwnEligibility(tx, { viewer, countryIso: undefined });
    // Of those who have no offers of this coin none is left out for being theirs.
    const userId = reader.offersIn.includes(found.state.crypto) ? reader.userId : NOBODY;
    return { acceptable: { ...own, reader: { ...reader, userId, offersIn: [] } } };
  },
  async read(context, alike) {
    const { market } = context.params;
    const shown = market === undefined ? await loadHome(context) : await loadListing(context, {}, alike);
    // An address that should be spelled otherwise, or whose offers depend on who asks.
    if ("redirectTo" in shown || !shown.keeping) return undefined;
    if (!alike?.acceptable && shown.page === "listing" && shown.props.state.acceptableOnly) return undefined;
    return { facts: { shown, percents: await flagPercents(context.tx) }, keeping: shown.keeping };
  },
  async own({ tx, viewer, isDemo, query }, { favorites, hidesOwners, ownFlags }, { shown, percents }) {
    // Few have so low a level, and theirs is another page.
    if (hidesOwners || !favorites || isBelowAssets(viewer)) return undefined;
    const mine = flagsOf(percents, ownFlags);
    const guests = flagsOf(percents, undefined);
    const [filter, guestsFilter] = [
      acceptableFilter(mine, { isSignedIn: true }),
      acceptableFilter(guests, { isSignedIn: false }),
    ];
    // A list that begins with another filter is another list, unless its address says that it has none.
    const isOther = filter !== guestsFilter && (filter === "absent" || query.acceptableOnly === undefined);
    if (shown.page === "listing" && !shown.props.state.acceptableOnly && isOther) return undefined;
    if (mine.isPriceBasedStablecoinsSort !== guests.isPriceBasedStablecoinsSort) return undefined;
    const cards = cardsOf(shown);
    const hasTour = isDemo && shown.page === "home";
    return {
      mine: cards.filter(({ owner }) => owner.username === viewer.username).map(({ hash }) => hash),
      kept: cards.filter(({ hash }) => favorites.has(hash)).map(({ hash }) => hash),
      done: hasTour ? await tourDone(tx, viewer.userId) : [],
      isToured: hasTour && (await isHomeToured(tx, viewer.userId)),
      startsFiltered: filter === "on",
    };
  },
  put({ shown }, { mine, kept, done, isToured, startsFiltered }) {
    const hasState = shown.page !== "listing" || shown.props.state.acceptableByDefault === startsFiltered;
    if (mine.length === 0 && kept.length === 0 && done.length === 0 && !isToured && hasState) return shown;
    const own = (cards: readonly OfferCard[]) =>
      cards.map((card) => ({ ...card, isFavorite: kept.includes(card.hash), isMine: mine.includes(card.hash) }));
    if (shown.page === "home") {
      const { buy, sell, tour } = shown.props;
      const theirs = isToured ? null : tour && { ...tour, done };
      return { ...shown, props: { ...shown.props, buy: own(buy), sell: own(sell), tour: theirs } };
    }
    if (shown.page !== "listing") return shown;
    const state = { ...shown.props.state, acceptableByDefault: startsFiltered };
    return { ...shown, props: { ...shown.props, state, offers: own(shown.props.offers) } };
  },
});

type CardsPage = { readonly shown: Exclude<Shown, { redirectTo: string }>; readonly percents: FlagPercents };

function cardsOf(shown: Exclude<Shown, { redirectTo: string }>): readonly OfferCard[] {
  if (shown.page === "home") return [...shown.props.buy, ...shown.props.sell];
  return shown.page === "listing" ? shown.props.offers : [];
}

type SharedFacts = { readonly offer: SharedOffer; readonly feedback: OfferPageProps["feedback"] };

type OwnFacts = {
  readonly offer: OwnOfOffer;
  /** Places of the feedback that they gave. */
  readonly given: readonly number[];
  readonly fiatAmount: string | null;
  readonly chat: OfferPageProps["chat"];
};

const ownOffer = sharedPage<SharedFacts, OwnFacts>({
  async read({ tx, locale, params: { hash = "" } }) {
    const [offer, feedback] = await Promise.all([
      readSharedOffer(tx, hash, locale),
      feedbackOn(tx, { hash, viewerId: undefined }),
    ]);
    if (!offer) return undefined;
    const [card, ...others] = sharedCards(offer);
    return { facts: { offer, feedback }, keeping: keepingOfOffer(card, others) };
  },
  async own({ tx, viewer, query }, { favorites, hidesOwners }, { offer: shared, feedback }) {
    if (hidesOwners || !favorites) return undefined;
    const { ownerId } = shared.offer;
    if (ownerId === viewer.userId) return undefined;
    const [offer, chat] = await Promise.all([
      ownOfOffer(tx, { shared, viewer, favorites }),
      chatStandingOf(tx, { viewer, userId: ownerId }),
    ]);
    if (!offer) return undefined;
    const given = feedback.items.flatMap(({ giver }, place) => (giver === viewer.username ? [place] : []));
    return { offer, given, fiatAmount: fiatAmountOf(query), chat };
  },
  put({ offer: shared, feedback }, { offer, given, fiatAmount, chat }) {
    const items = feedback.items.map((item, place) => ({ ...item, isMine: given.includes(place) }));
    return {
      page: "offer",
      props: { offer: viewSharedOffer(shared, offer), feedback: { ...feedback, items }, fiatAmount, chat },
    };
  },
});

/** Offers that gift cards pay, at an address of their own; without a coin in it they are of bitcoin. */
const giftCardListings: readonly PageRoute[] = (["buy", "sell"] as const).flatMap((side) =>
  [undefined, ...CRYPTO_CODES].map((crypto) => ({
    path: `/${side}-giftcard${crypto ? `-for-${crypto.toLowerCase()}` : ""}/:method`,
    policy: OPEN,
    load: (context: PageContext) =>
      loadListing(context, { market: `${side}-${(crypto ?? "BTC").toLowerCase()}`, isOfGiftCards: true }),
  })),
);

export const browsePages: readonly PageRoute[] = [
  { path: PATHS.home, policy: OPEN, load: loadHome, shared: ownCards },
  { path: "/trading/:market", policy: OPEN, load: (context) => loadListing(context), shared: ownCards },
  { path: "/trading/:market/:method", policy: OPEN, load: (context) => loadListing(context), shared: ownCards },
  ...giftCardListings,
  {
    path: PATHS.viewOffer,
    policy: { ...OPEN, objects: { hash: { kind: "offer", relations: ["anybody"] } } },
    load: loadOffer,
    shared: ownOffer,
  },
];
