/** Other offers beside the one that a user views. */
import type { Locale } from "#contract/platform/locales.ts";
import type { OfferCard } from "#contract/market/offers/offers.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import type { Viewer } from "../../platform/http/policy.ts";
import { getFiat } from "../../reference/catalog/index.ts";
import { listingViewer, type Offer } from "../offers/index.ts";
import { viewCard } from "./card.ts";
import type { Listing } from "./filters/listing-query.ts";
import { listingRows } from "./listing-rows.ts";

export const RECOMMENDED = 3;

/** Up to three others of the same market and method, of nobody who blocked the viewer or is blocked by them. */
export async function recommended(
  tx: ReadTx,
  { offer, viewer, locale }: { offer: Offer; viewer: Viewer | undefined; locale: Locale | undefined },
): Promise<OfferCard[]> {
  const reader = await listingViewer(tx, viewer);
  const similar = similarTo(offer, { viewer, perPage: RECOMMENDED });
  const blocks = reader ? [...reader.blockedBy, ...reader.blocked] : [];
  const listing = { ...similar, hiddenOwners: [...similar.hiddenOwners, ...blocks] };
  const rows = await listingRows(tx, { listing, bounds: {}, viewerId: viewer?.userId });
  return rows.map((row) => viewCard(row, { now: tx.now, viewer, locale }));
}

export function similarTo(offer: Offer, { viewer, perPage }: { viewer: Viewer | undefined; perPage: number }): Listing {
  return {
    side: offer.side,
    crypto: offer.crypto,
    fiat: getFiat(offer.fiat),
    methodIds: [offer.methodId],
    group: undefined,
    amountMin: undefined,
    amountMax: undefined,
    isAmountInUsd: false,
    tags: [],
    badges: [],
    ownerCountry: undefined,
    visitorCountry: viewer?.countryIso,
    onlineOnly: false,
    verifiedOwnersOnly: false,
    rules: [],
    withFavorites: true,
    newbieOnly: false,
    acceptableTo: undefined,
    bin: undefined,
    cardRegion: undefined,
    ownerId: undefined,
    location: undefined,
    isPool: false,
    showsBlocked: false,
    hiddenOwners: [offer.ownerId, ...(viewer ? [viewer.userId] : [])],
    sort: "default",
    page: 1,
    perPage,
  };
}
