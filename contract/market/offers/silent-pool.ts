/** The silent pool: unlisted offers for traders with a verified identity. */
import * as z from "zod/mini";
import { endpoint } from "../../platform/endpoint.ts";
import { listingMeta, listingQuery, offerCard } from "./offers.ts";

/** Why a reader is not admitted. */
export type PoolObstacle = "guest" | "staff" | "level" | "restricted";

export const listPoolOffers = endpoint({
  name: "listPoolOffers",
  method: "GET",
  path: "/rest/v1/silent-pool/offers",
  summary:
    "Offers of the silent pool, for users with a verified identity who may trade; filters and order of the public list.",
  query: listingQuery,
  reply: z.array(offerCard),
  meta: listingMeta,
});
