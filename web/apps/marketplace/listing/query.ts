/** One listing as a query: its key is what is asked for, its pages are what was loaded of it so far. */
import { facetQueryOf, listingQueryOf, type ListingState } from "#contract/market/offers/listing/address.ts";
import type { ListingMeta, OfferCard } from "#contract/market/offers/offers.ts";
import type { PageKit } from "#sdk/page-kit.ts";

export type ListingPage = { state: ListingState; offers: OfferCard[]; meta: ListingMeta };

/** Offers come and go: coming back to a view later than this, it is asked for again. */
const YOUNG_MS = 30_000;

/** `state.page` is the first page shown; further ones follow it. */
export function listingQuery(page: PageKit, state: ListingState) {
  return {
    queryKey: keyOf(state),
    initialPageParam: state.page,
    queryFn: async ({ pageParam, signal }: { pageParam: number; signal: AbortSignal }): Promise<ListingPage> => {
      const { listOffers } = await import("#contract/market/offers/offers.ts");
      const wanted = { ...state, page: pageParam };
      const { data, meta } = await page.call(listOffers, {
        query: { ...listingQueryOf(wanted), locale: page.locale },
        signal,
      });
      return { state: wanted, offers: data, meta };
    },
    getNextPageParam: ({ meta }: ListingPage) => (meta.currentPage < meta.lastPage ? meta.currentPage + 1 : null),
    staleTime: YOUNG_MS,
  };
}

/** The numbers beside the filters of that state. */
export function facetsQuery(page: PageKit, state: ListingState) {
  const query = facetQueryOf(state);
  return {
    queryKey: ["facets", JSON.stringify(query)] as [string, string],
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const { countOfferFacets } = await import("#contract/market/offers/offers.ts");
      return (await page.call(countOfferFacets, { query, signal })).data;
    },
    staleTime: YOUNG_MS,
  };
}

export function keyOf(state: ListingState): [string, string] {
  return ["listing", JSON.stringify(listingQueryOf(state))];
}
