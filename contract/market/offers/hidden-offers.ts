/** Why a listing leaves offers out that its reader cannot take. */
import * as z from "zod/mini";
import { endpoint } from "../../platform/endpoint.ts";
import { count } from "../../platform/wire.ts";
import { facetQuery } from "./offers.ts";

export const whyOffersHidden = endpoint({
  name: "whyOffersHidden",
  method: "GET",
  path: "/rest/v1/offers/hidden",
  summary: "Why acceptable_only leaves offers out of a listing: how many by the gravest reason of each.",
  query: facetQuery,
  reply: z.strictObject({
    reasons: z.array(z.strictObject({ code: z.string(), message: z.string(), count })),
    /** false: there are more offers than were read. */
    isExact: z.boolean(),
  }),
});
