/** The SQL of the numbers beside the filters, and of what the filter for eligible offers leaves out. */
import { joinFragments, type ReadTx, sql } from "../../../platform/postgres/db.ts";
import { marketFilter, residualFilters } from "./filter-rows.ts";
import type { Barrier } from "../../offers/index.ts";
import type { Bounds, Listing } from "./listing-query.ts";

export type FacetRow = { readonly method_id: number; readonly fiat: string; readonly count: number };

/** Of a market without other filters, from the counters; `methodIds` undefined means every method. */
export async function counterRows(
  tx: ReadTx,
  { side, crypto, fiat }: Pick<Listing, "side" | "crypto" | "fiat">,
  methodIds: readonly number[] | undefined,
): Promise<FacetRow[]> {
  const ofFiat = fiat === undefined ? sql`` : sql`and fiat = ${fiat.code}`;
  const ofMethods = methodIds === undefined ? sql`` : sql`and method_id = any (${methodIds})`;
  return tx.rows<FacetRow>`
    select method_id, fiat, active_count as count
    from offer_counts
    where side = ${side} and crypto = ${crypto} and active_count > 0 ${ofFiat} ${ofMethods}`;
}

/** Of the offers that a listing finds, by reading them: of the first so many. */
export async function facetRows(
  tx: ReadTx,
  { listing, bounds, most }: { listing: Listing; bounds: Bounds; most: number },
): Promise<FacetRow[]> {
  const where = joinFragments([marketFilter(listing), ...residualFilters(listing, bounds)], " and ");
  return tx.rows<FacetRow>`
    select method_id, fiat, count(*)::int as count
    from (
      select method_id, fiat
      from offers
      where ${where}
      limit ${most}
    ) as found
    group by method_id, fiat`;
}

type Hiding = {
  readonly listing: Listing;
  readonly bounds: Bounds;
  readonly barriers: readonly Barrier[];
  readonly most: number;
};

/** The first so many offers of a listing by the first barrier that hides them, most first; null for those that none hides. */
export async function hiddenRows(
  tx: ReadTx,
  { listing, bounds, barriers, most }: Hiding,
): Promise<{ code: Barrier["code"] | null; count: number }[]> {
  const where = joinFragments([marketFilter(listing), ...residualFilters(listing, bounds)], " and ");
  const cases = barriers.map(({ code, hides }) => sql`when (${hides}) then ${code}::text`);
  return tx.rows<{ code: Barrier["code"] | null; count: number }>`
    select code, count(*)::int as count
    from (
      select case ${joinFragments([...cases, sql`when false then null`], " ")} end as code
      from offers
      where ${where}
      limit ${most}
    ) as found
    group by code
    order by count(*) desc, code`;
}
