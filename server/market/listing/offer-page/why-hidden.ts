/** Why the filter for eligible offers leaves some out of a listing: how many by each reason, the gravest of each offer. */
import type { whyOffersHidden } from "#contract/market/offers/hidden-offers.ts";
import type { FacetQuery } from "#contract/market/offers/offers.ts";
import type { ReplyOf } from "#contract/platform/endpoint.ts";
import { refusalText } from "#contract/platform/errors/refusal-texts.ts";
import type { ReadTx } from "../../../platform/postgres/db.ts";
import type { EligibleViewer } from "../../trades/index.ts";
import { hiddenRows } from "../filters/facet-rows.ts";
import { barriersOf } from "../filters/filter-rows.ts";
import { boundsFor, readerFor } from "../list-offers.ts";
import { listingFrom } from "../filters/listing-query.ts";

const READ_AT_MOST = 1000;

export async function whyHidden(
  tx: ReadTx,
  { query, viewer }: { query: FacetQuery; viewer: EligibleViewer | undefined },
): Promise<ReplyOf<typeof whyOffersHidden>> {
  const asked = { ...query, acceptable_only: "1" as const };
  const { reader, eligibility } = await readerFor(tx, { query: asked, viewer });
  const listing = listingFrom(asked, reader, eligibility);
  const bounds = await boundsFor(tx, listing);
  const rows = await hiddenRows(tx, {
    listing: { ...listing, acceptableTo: undefined },
    bounds,
    barriers: barriersOf(listing, bounds),
    most: READ_AT_MOST + 1,
  });
  const read = rows.reduce((sum, { count }) => sum + count, 0);
  return {
    reasons: rows.flatMap(({ code, count }) =>
      code === null ? [] : [{ code, message: refusalText(code, {}), count }],
    ),
    isExact: read <= READ_AT_MOST,
  };
}
