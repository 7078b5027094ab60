/** The public listing: one page of cards, with counts. */
import {
  asksEligible,
  type Bounds,
  boundsInEach,
  boundsOf,
  type Listing,
  listingFrom,
} from "./filters/listing-query.ts";
import { isPlain } from "./filters/filter-rows.ts";
import type { ListingMeta, ListingQuery, OfferCard } from "#contract/market/offers/offers.ts";
import { type Decimal, decimalText } from "#contract/platform/decimal.ts";
import type { Locale } from "#contract/platform/locales.ts";
import { paginationOf } from "#contract/platform/wire.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { fiatPerUsd, rateOf } from "../../money/rates/index.ts";
import { paymentMethodsOfGroup } from "../../reference/catalog/index.ts";
import { priceStateOf, viewCard } from "./card.ts";
import { newcomersFirst } from "./first-row.ts";
import { type CardRow, type Counted, countedTo, countersOf, countListing, listingRows } from "./listing-rows.ts";
import { listingViewer } from "../offers/index.ts";
import { type EligibleViewer, eligibilityOf, type OwnEligibility, readEligibility } from "../trades/index.ts";

export type OfferPage = { readonly data: OfferCard[]; readonly meta: ListingMeta };

/** Whose listing it is: of a visitor or viewer, or of all for whom the same is acceptable and who hide no owner. */
export type ListedFor = { readonly viewer: EligibleViewer | undefined; readonly alike?: OwnEligibility | undefined };

/** Needs no session; the viewer's own rows decide favorites, hidden owners and what is acceptable. */
export async function listOffers(
  tx: ReadTx,
  { query, viewer, alike }: { query: ListingQuery } & ListedFor,
): Promise<OfferPage> {
  const { reader, eligibility } = await readerFor(tx, { query, viewer, alike });
  const listing = listingFrom(query, reader, eligibility);
  return pageOfListing(tx, { listing, viewerId: viewer?.userId, searchId: query.searchId, locale: query.locale });
}

/** What a listing has to know of its reader, for this query. */
export async function readerFor(tx: ReadTx, { query, viewer, alike }: { query: ListingQuery } & ListedFor) {
  const readAcceptable = () =>
    alike ? eligibilityOf(tx, alike) : readEligibility(tx, { viewer, countryIso: query.visitor_country_iso });
  const [relations, eligibility] = await Promise.all([
    listingViewer(tx, viewer),
    asksEligible(query) ? readAcceptable() : undefined,
  ]);
  return { reader: viewer && relations && { ...relations, countryIso: viewer.countryIso }, eligibility };
}
export type Reading = Awaited<ReturnType<typeof readerFor>>;

type Asked = {
  readonly listing: Listing;
  readonly viewerId: bigint | undefined;
  readonly searchId?: string | undefined;
  readonly locale?: Locale | undefined;
};

/** The same for a listing that another screen has put together: a profile's tabs. */
export async function pageOfListing(tx: ReadTx, { listing, viewerId, searchId, locale }: Asked): Promise<OfferPage> {
  const bounds = await boundsFor(tx, listing);
  const counted = isPlain(listing, bounds) ? countedOf(listing) : undefined;
  const readerId = listing.withFavorites || listing.showsBlocked ? viewerId : undefined;
  const rows = await listingRows(tx, { listing, bounds, viewerId: readerId, counted });
  const counts = counted ? await plainCounts(tx, rows[0], counted) : await filteredCounts(tx, listing, bounds);
  const total = counts[listing.side];
  const viewer = viewerId === undefined ? undefined : { userId: viewerId };
  const cards = rows.map((row) => viewCard(row, { now: tx.now, viewer, locale }));
  const isFirst = viewer === undefined && listing.page === 1 && listing.sort === "default";
  return {
    data: isFirst ? newcomersFirst(cards) : cards,
    meta: {
      ...paginationOf({ total: Math.min(total, counts.most), page: listing.page, perPage: listing.perPage }),
      isTotalExact: total <= counts.most,
      isBuyCountExact: counts.buy <= counts.most,
      isSellCountExact: counts.sell <= counts.most,
      buyCount: Math.min(counts.buy, counts.most),
      sellCount: Math.min(counts.sell, counts.most),
      currentType: listing.side,
      currentSorting: listing.sort,
      hidden: listing.acceptableTo ? await hiddenCount(tx, { listing, bounds, shown: total, most: counts.most }) : null,
      searchId: searchId ?? null,
      rate: await rateOfPage(tx, listing, rows),
    },
  };
}

/** Sums in units; without a currency they are dollars, or count in the currency of each offer. */
export async function boundsFor(
  tx: ReadTx,
  listing: Listing,
  { isInEachCurrency = false }: { isInEachCurrency?: boolean } = {},
): Promise<Bounds> {
  if (listing.amountMin === undefined && listing.amountMax === undefined) return {};
  if (isInEachCurrency && !listing.fiat) return boundsInEach(listing);
  const perUsd = listing.isAmountInUsd
    ? await fiatPerUsd(tx, listing.fiat ? [listing.fiat.code] : "all")
    : new Map<string, Decimal>();
  return boundsOf(listing, perUsd);
}

type Counts = { readonly buy: number; readonly sell: number; readonly most: number };

/** Every row carries the counters; an empty page asks for them by itself. */
async function plainCounts(tx: ReadTx, first: CardRow | undefined, counted: Counted): Promise<Counts> {
  const counts = first ? { buy: first.buy_count ?? 0, sell: first.sell_count ?? 0 } : await countersOf(tx, counted);
  return { ...counts, most: Number.MAX_SAFE_INTEGER };
}

async function filteredCounts(tx: ReadTx, listing: Listing, bounds: Bounds): Promise<Counts> {
  const buy = await countListing(tx, { ...listing, side: "buy" }, bounds);
  const sell = await countListing(tx, { ...listing, side: "sell" }, bounds);
  return { buy, sell, most: countedTo(listing) };
}

type Hidden = {
  readonly listing: Listing;
  readonly bounds: Bounds;
  readonly shown: number;
  readonly most: number;
};

/** How many offers the filter for eligible ones leaves out of this listing. */
async function hiddenCount(tx: ReadTx, { listing, bounds, shown, most }: Hidden): Promise<ListingMeta["hidden"]> {
  if (shown > most) return { count: 0, isExact: false };
  const all = { ...listing, acceptableTo: undefined };
  const found = isPlain(all, bounds)
    ? (await countersOf(tx, countedOf(all)))[listing.side]
    : await countListing(tx, all, bounds);
  return { count: Math.max(0, found - shown), isExact: isPlain(all, bounds) || found <= countedTo(all) };
}

function countedOf(listing: Listing): Counted {
  return { crypto: listing.crypto, fiat: listing.fiat?.code, methodIds: methodsCounted(listing) };
}

/** The methods that are counted; undefined means all. */
export function methodsCounted({ methodIds, group }: Listing): readonly number[] | undefined {
  if (!group) return methodIds.length > 0 ? methodIds : undefined;
  const inGroup = paymentMethodsOfGroup(group as Parameters<typeof paymentMethodsOfGroup>[0]).map(({ id }) => id);
  return methodIds.length > 0 ? inGroup.filter((id) => methodIds.includes(id)) : inGroup;
}

async function rateOfPage(
  tx: ReadTx,
  { crypto, fiat }: Listing,
  rows: readonly CardRow[],
): Promise<ListingMeta["rate"]> {
  if (!fiat) return null;
  const [first] = rows;
  if (first) {
    return { rate: first.market_rate, asOf: first.rate_as_of.toISOString(), state: priceStateOf(first, tx.now) };
  }
  const rate = await rateOf(tx, crypto, fiat.code);
  return rate ? { rate: decimalText(rate.rate), asOf: rate.asOf.toISOString(), state: rate.state } : null;
}
