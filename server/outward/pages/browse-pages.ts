/** Pages for everybody: home, the listing, an offer, and the texts. */
import { findListingState } from "./listing-state.ts";
import { priceHistory } from "./price-history.ts";
import { visitorFiat } from "./visitor-fiat.ts";
import { TOUR_ROBOT } from "#contract/demo.ts";
import { CRYPTO_CODES } from "#contract/money.ts";
import { decimalText } from "#contract/decimal.ts";
import { listingHref, listingQueryOf } from "#contract/listing-address.ts";
import type { HomeProps, ListingProps } from "#contract/page-props.ts";
import type { OfferCard } from "#contract/offers.ts";
import { Refusal } from "#contract/refusals.ts";
import type { PageContext, PageRoute, Shown } from "../../platform/http/pages.ts";
import { findPaymentMethod, getPaymentMethod } from "../../reference/catalog/index.ts";
import { chartRangeOf, ratesOf } from "../../money/rates/index.ts";
import { countFacets, listOffers, marketCounts, ownerOf, tourOffer, viewOffer } from "../../market/listing/index.ts";
import { listFeedback, ofUser } from "../../market/feedback/index.ts";
import { viewFees } from "./view-fees.ts";

const OPEN = { auth: "public", rate: "read" } as const;

async function loadHome(context: PageContext): Promise<Shown> {
  const { tx, viewer } = context;
  const fiatCode = await visitorFiat(context);
  const best = (type: "buy" | "sell") =>
    listOffers(tx, { query: { type, crypto_currency_id: "8", limit: "40", withFavorites: "1" }, viewer });
  const [buy, sell] = [onePerOwner((await best("sell")).data), onePerOwner((await best("buy")).data)];
  const rates = await ratesOf(tx, { cryptos: CRYPTO_CODES, fiats: [fiatCode] });
  const range = chartRangeOf(context.query.range);
  const props: HomeProps = {
    chart: await priceHistory(tx, { crypto: "BTC", fiat: fiatCode, range }),
    buy,
    sell,
    counts: await marketCounts(context.tx),
    tour: context.isDemo ? await tourOf(context) : null,
    cryptoCode: "BTC",
    fiatCode,
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
/** What changes by time alone, or with each posting of an owner's coins: ages, presence, sums that a balance cuts. */
const AGED_MS = 30_000;

/** Offers of a side and coin; of one currency and one method where they are given. */
function marketTopic(of: {
  side: string;
  crypto: string;
  fiat?: string | undefined;
  methodId?: number | undefined;
}): string {
  return `market:${of.side}:${of.crypto}:${of.fiat ?? "*"}:${of.methodId ?? "*"}`;
}

function offersAndOwners(offers: readonly OfferCard[]): string[] {
  return [...offers.map(({ hash }) => `offer:${hash}`), ...ownersOf(offers)];
}

function ownersOf(offers: readonly OfferCard[]): string[] {
  return offers.map(({ owner }) => `owner:${owner.username}`);
}

const HOME_OFFERS = 5;

/** The first page shows different people: somebody with ten good offers has one row. */
function onePerOwner(offers: readonly OfferCard[]): OfferCard[] {
  const owners = new Set<string>();
  return offers.filter(({ owner }) => !owners.has(owner.username) && owners.add(owner.username)).slice(0, HOME_OFFERS);
}

/** Any of the robot's offers that a newcomer may take will do; bitcoin is the best known. */
async function tourOf({ tx }: PageContext): Promise<HomeProps["tour"]> {
  const offer = await tourOffer(tx, TOUR_ROBOT);
  return { robot: TOUR_ROBOT, offerHash: offer ?? null };
}

const TOP_METHODS = 12;

async function loadListing(context: PageContext): Promise<Shown> {
  const { tx, viewer, params } = context;
  const found = findListingState(params, new URLSearchParams(context.query), await visitorFiat(context));
  if (!found) throw new Refusal("request.not_found");
  if ("canonical" in found) return { redirectTo: listingHref("en", found.canonical) };
  const { state } = found;
  const method = findPaymentMethod(state.method);
  const { data, meta } = await listOffers(tx, { query: listingQueryOf(state), viewer });
  const side = state.side === "buy" ? "sell" : "buy";
  const facets = await countFacets(tx, {
    side,
    crypto: state.crypto,
    fiat: state.currencyCode ?? undefined,
  });
  const props: ListingProps = {
    state,
    methodName: method?.name ?? null,
    offers: data,
    meta,
    facets: {
      methods: [...facets.methods]
        .sort((a, b) => b.count - a.count)
        .slice(0, TOP_METHODS)
        .map(({ id, slug, count }) => ({
          slug,
          count,
          name: getPaymentMethod(id).name,
          group: getPaymentMethod(id).group,
        })),
      groups: facets.groups,
      currencies: facets.currencies,
    },
  };
  const market = marketTopic({
    side,
    crypto: state.crypto,
    fiat: state.currencyCode ?? undefined,
    methodId: method?.id,
  });
  return {
    page: "listing",
    props,
    keeping: { topics: ["rates", market, `counts:${state.crypto}`, ...ownersOf(data)], forMs: AGED_MS },
  };
}

async function loadOffer({ tx, viewer, params, query }: PageContext): Promise<Shown> {
  const offer = await viewOffer(tx, { hash: params.hash ?? "", viewer });
  const owner = await ownerOf(tx, params.hash ?? "");
  const received = await listFeedback(tx, { of: ofUser(owner ?? 0n), page: 1, viewerId: viewer?.userId });
  const wanted = query["fiat-min"] ?? query.fiatAmount ?? "";
  return {
    page: "offer",
    props: {
      offer,
      feedback: { items: received.data, meta: received.meta },
      fiatAmount: /^(0|[1-9]\d{0,11})(\.\d{1,8})?$/.test(wanted) ? wanted : null,
    },
    keeping: {
      // Of the same market come the offers that are recommended beside it.
      topics: [
        "rates",
        marketTopic({
          side: offer.type,
          crypto: offer.cryptoCurrencyCode,
          fiat: offer.fiatCurrencyCode,
          methodId: offer.paymentMethod.id,
        }),
        ...offersAndOwners([offer, ...offer.recommendedOffers]),
      ],
      forMs: AGED_MS,
    },
  };
}

function text(page: "about" | "terms-of-service" | "privacy-policy"): PageRoute {
  return {
    path: `/${page}`,
    policy: OPEN,
    load: async () => ({ page, props: {}, keeping: { topics: [], forMs: AGED_MS } }),
  };
}

export const browsePages: readonly PageRoute[] = [
  { path: "/", policy: OPEN, load: loadHome },
  { path: "/trading/:market", policy: OPEN, load: loadListing },
  { path: "/trading/:market/:method", policy: OPEN, load: loadListing },
  {
    path: "/offer/:hash",
    policy: { ...OPEN, objects: { hash: { kind: "offer", relations: ["anybody"] } } },
    load: loadOffer,
  },
  text("about"),
  text("terms-of-service"),
  text("privacy-policy"),
  { path: "/fees", policy: OPEN, load: async ({ tx }) => ({ page: "fees", props: await viewFees(tx) }) },
];
