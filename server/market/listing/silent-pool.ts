/** The silent pool: unlisted offers that their owners show to traders with a verified identity who may trade now. */
import type { ListingQuery } from "#contract/market/offers/offers.ts";
import type { PoolObstacle } from "#contract/market/offers/silent-pool.ts";
import type { Viewer } from "../../platform/http/policy.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { ID_LEVEL, mayAct } from "../../people/accounts/index.ts";
import { readSettings } from "../../reference/settings/index.ts";
import { listingFrom } from "./filters/listing-query.ts";
import { type OfferPage, pageOfListing, readerFor } from "./list-offers.ts";

/** Why this reader is not admitted; null where they are. */
export function poolObstacle(viewer: Viewer | undefined): PoolObstacle | null {
  if (!viewer) return "guest";
  if (viewer.roles.length > 0) return "staff";
  if (viewer.level < ID_LEVEL) return "level";
  return mayAct(viewer, "start_trade") ? null : "restricted";
}

/** For an admitted reader: filters, order and pages are those of the public listing. */
export async function listPool(
  tx: ReadTx,
  { query, viewer }: { query: ListingQuery; viewer: Viewer },
): Promise<OfferPage> {
  const { reader, eligibility } = await readerFor(tx, { query, viewer });
  const listing = { ...listingFrom(query, reader, eligibility), isPool: true };
  return pageOfListing(tx, { listing, viewerId: viewer.userId, searchId: query.searchId, locale: query.locale });
}

/** The least amount of an offer in the pool, in dollars. */
export async function poolUsd(tx: ReadTx): Promise<number> {
  return (await readSettings(tx, ["offers.pool_usd"]))["offers.pool_usd"];
}
