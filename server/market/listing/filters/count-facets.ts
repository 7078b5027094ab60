/**
 * The numbers beside the filters: how many offers the listing finds with a method, group or currency in place of the query's own and
 * all its other filters.
 */
import type { countOfferFacets, FacetQuery } from "#contract/market/offers/offers.ts";
import type { ReplyOf } from "#contract/platform/endpoint.ts";
import type { ReadTx } from "../../../platform/postgres/db.ts";
import { findPaymentMethodById, getFiat } from "../../../reference/catalog/index.ts";
import { counterRows, type FacetRow, facetRows } from "./facet-rows.ts";
import { isPlain } from "./filter-rows.ts";
import { boundsFor, type ListedFor, methodsCounted, type Reading, readerFor } from "../list-offers.ts";
import { isInDollars, listingFrom } from "./listing-query.ts";

export async function countFacets(
  tx: ReadTx,
  { query, ...of }: { query: FacetQuery } & ListedFor,
): Promise<ReplyOf<typeof countOfferFacets>> {
  const reading = await readerFor(tx, { query, ...of });
  const { "payment-method": method, group, currency, ...others } = query;
  const ofMethod = method === undefined ? {} : { "payment-method": method };
  const ofGroup = group === undefined ? {} : { group };
  const ofFiat = currency === undefined ? {} : { currency };
  const byMethod = await found(tx, { ...others, ...ofGroup, ...ofFiat }, reading);
  // Without a method and a group of its own the query is the same.
  const isSame = method === undefined && group === undefined;
  const byGroup = isSame ? byMethod : await found(tx, { ...others, ...ofMethod, ...ofFiat }, reading);
  // With another currency a sum counts in that one, unless the query has it in dollars.
  const isInEachCurrency = !isInDollars(query);
  const byFiat = await found(tx, { ...others, ...ofMethod, ...ofGroup }, { ...reading, isInEachCurrency });
  return {
    methods: summed(byMethod.rows, ({ method_id }) => findPaymentMethodById(method_id)).map(
      ([{ id, slug }, count]) => ({
        ...{ id, slug, count },
      }),
    ),
    groups: summed(byGroup.rows, ({ method_id }) => findPaymentMethodById(method_id)?.group).map(([slug, count]) => ({
      ...{ slug, count },
    })),
    currencies: summed(byFiat.rows, ({ fiat }) => fiat).map(([code, count]) => ({
      ...{ code, count },
      usualAmount: getFiat(code).defaultAmount,
    })),
    isExact: [byMethod, byGroup, byFiat].every(({ isExact }) => isExact),
  };
}

/** So many offers are read for one list of numbers; of those that the reader may take, fewer, because each takes longer. */
const READ_AT_MOST = 5000;
const READ_ELIGIBLE_AT_MOST = 500;

async function found(
  tx: ReadTx,
  query: FacetQuery,
  { reader, eligibility, isInEachCurrency = false }: Reading & { readonly isInEachCurrency?: boolean },
): Promise<{ readonly rows: readonly FacetRow[]; readonly isExact: boolean }> {
  const listing = listingFrom(query, reader, eligibility);
  const bounds = await boundsFor(tx, listing, { isInEachCurrency });
  if (isPlain(listing, bounds)) return { rows: await counterRows(tx, listing, methodsCounted(listing)), isExact: true };
  const most = listing.acceptableTo ? READ_ELIGIBLE_AT_MOST : READ_AT_MOST;
  const rows = await facetRows(tx, { listing, bounds, most: most + 1 });
  return { rows, isExact: rows.reduce((sum, { count }) => sum + count, 0) <= most };
}

/** By a key, the most first; rows without one are left out. */
function summed<Key>(rows: readonly FacetRow[], keyOf: (row: FacetRow) => Key | undefined): [Key, number][] {
  const sums = new Map<Key, number>();
  for (const row of rows) {
    const key = keyOf(row);
    if (key !== undefined) sums.set(key, (sums.get(key) ?? 0) + row.count);
  }
  return [...sums].sort((one, other) => other[1] - one[1]);
}
