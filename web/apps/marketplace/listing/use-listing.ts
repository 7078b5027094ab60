/** The listing as it stands: filters go to the address and to the server, more pages are added at the end. */
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { type ListingState, listingHref, listingQueryOf, readListingState } from "#contract/listing-address.ts";
import type { ListingMeta, OfferCard } from "#contract/offers.ts";
import type { ListingProps } from "#contract/page-props.ts";
import { type PageKit, usePage } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/use-action.ts";

type View = { state: ListingState; offers: OfferCard[]; meta: ListingMeta };

export type Listing = View & {
  isLoading: boolean;
  /** The state that is wanted; `state` follows when its offers are there. */
  wanted: ListingState;
  apply: (change: Partial<ListingState>) => void;
  loadMore: () => void;
};

export function useListing(props: ListingProps): Listing {
  const page = usePage();
  const [view, setView] = useState<View>({ state: props.state, offers: props.offers, meta: props.meta });
  const [wanted, setWanted] = useState(props.state);
  const latest = useRef(0);
  const fetchView = useAction(async (state: ListingState, write: "push" | "replace" | "none", before: OfferCard[]) => {
    latest.current += 1;
    const turn = latest.current;
    const { data, meta } = await fetchListing(page, state);
    if (turn !== latest.current) return;
    const known = new Set(before.map((offer) => offer.hash));
    setView({ state, offers: [...before, ...data.filter((offer) => !known.has(offer.hash))], meta });
    const href = listingHref(page.locale, state);
    if (write === "push") history.pushState(null, "", href);
    if (write === "replace") history.replaceState(null, "", href);
  });
  const goBack = useEffectEvent(() => {
    const state = readListingState(props.state, new URLSearchParams(location.search));
    setWanted(state);
    void fetchView.run(state, "none", []);
  });
  useEffect(() => {
    addEventListener("popstate", goBack);
    return () => removeEventListener("popstate", goBack);
  }, []);
  return {
    ...view,
    wanted,
    isLoading: fetchView.isRunning,
    apply(change) {
      const next = { ...wanted, ...change, page: 1 };
      setWanted(next);
      // Another side, coin or method is another page, with a heading and counts of its own.
      if (next.side !== wanted.side || next.crypto !== wanted.crypto || next.method !== wanted.method)
        return location.assign(listingHref(page.locale, next));
      void fetchView.run(next, "push", []);
    },
    loadMore() {
      if (view.meta.currentPage >= view.meta.lastPage) return;
      const next = { ...view.state, page: view.meta.currentPage + 1 };
      void fetchView.run(next, "replace", view.offers);
    },
  };
}

export async function fetchListing(page: PageKit, state: ListingState) {
  const { listOffers } = await import("#contract/offers.ts");
  return page.call(listOffers, { query: listingQueryOf(state) });
}
