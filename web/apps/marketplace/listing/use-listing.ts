/**
 * The current listing. Every change is in the address at once; the last one wins: what is shown is its answer, and
 * an older request is aborted. More pages are added at the end; back and forward bring back what was loaded.
 */
import { useEffect, useEffectEvent, useRef, useState } from "react";
import {
  acceptableFilter,
  changedListing,
  type ListingState,
  listingHref,
  readListingState,
} from "#contract/market/offers/listing/address.ts";
import { GUEST_FIAT_COOKIE } from "#contract/market/offers/listing/fields.ts";
import type { countOfferFacets, ListingMeta, OfferCard } from "#contract/market/offers/offers.ts";
import type { ReplyOf } from "#contract/platform/endpoint.ts";
import type { ListingProps } from "#contract/market/offers/listing/page.ts";
import { leave } from "#sdk/state/leave.ts";
import { usePage } from "#sdk/page-kit.ts";
import { usePageInfiniteQuery, usePageQuery } from "#sdk/calls/queries.ts";
import { remember } from "#sdk/state/remember.ts";
import { facetsQuery, keyOf, type ListingPage, listingQuery } from "./query.ts";

export type Listing = {
  /** Of what is shown; `wanted` is what was asked for and follows when its offers are there. */
  state: ListingState;
  offers: OfferCard[];
  meta: ListingMeta;
  isLoading: boolean;
  wanted: ListingState;
  apply: (change: Partial<ListingState>) => void;
  loadMore: () => void;
};

export function useListing(props: ListingProps): Listing {
  const page = usePage();
  const [wanted, setWanted] = useState(props.state);
  // Of the last press, also before it is drawn: the next one builds on it.
  const latest = useRef(props.state);
  const drawn = useRef<ListingPage[]>([props]);
  const isFirst = keyOf(wanted)[1] === keyOf(props.state)[1];
  const query = usePageInfiniteQuery({
    ...listingQuery(page, wanted),
    // The old rows stay until the new ones are loaded.
    placeholderData: (known) => known,
    ...(isFirst ? { initialData: { pages: [props], pageParams: [props.state.page] } } : {}),
  });
  // Where an answer fails, the last one stays.
  if (query.data) drawn.current = query.data.pages;
  const pages = drawn.current;
  const last = pages.at(-1) ?? props;

  const tellFailure = useEffectEvent((error: Error) => page.toast("error", error.message));
  useEffect(() => {
    if (query.error) tellFailure(query.error);
  }, [query.error]);
  const goBack = useEffectEvent(() => {
    const { currencyCode } = props.state;
    const acceptable = acceptableFilter(page.flags, { isSignedIn: page.session.get() !== null });
    const reader = { currencyCode, acceptable, sortsStablecoinsByPrice: props.state.sortsStablecoinsByPrice };
    const state = readListingState(props.state, new URLSearchParams(location.search), reader);
    latest.current = { ...state, page: (history.state as Place)?.firstPage ?? state.page };
    setWanted(latest.current);
  });
  useEffect(() => {
    const place: Place = { firstPage: props.state.page };
    history.replaceState(place, "");
    addEventListener("popstate", goBack);
    return () => removeEventListener("popstate", goBack);
  }, [props.state.page]);

  return {
    // The query is the same with it and without.
    state: { ...last.state, showsAssets: wanted.showsAssets },
    offers: withoutTwins(pages.flatMap(({ offers }) => offers)),
    meta: last.meta,
    wanted,
    isLoading: query.isFetching,
    apply(change) {
      const before = latest.current;
      const next = changedListing(before, change);
      latest.current = next;
      setWanted(next);
      if (change.currencyCode && !page.session.get()) rememberCurrency(change.currencyCode);
      const href = listingHref(page.locale, next);
      // Another side, coin or method is another page, with a heading and counts of its own.
      if ((["side", "crypto", "method", "isOfGiftCards"] as const).some((name) => next[name] !== before[name]))
        return void leave(href);
      history.pushState({ firstPage: 1 } satisfies Place, "", href);
    },
    loadMore() {
      if (!query.hasNextPage || query.isFetchingNextPage) return;
      void query.fetchNextPage().then(({ data, error }) => {
        const end = data?.pages.at(-1);
        if (error || !end || latest.current !== wanted) return;
        history.replaceState(history.state, "", listingHref(page.locale, end.state));
      });
    },
  };
}

/** The numbers beside the filters of a state; until they are there, those that the page came with. */
export function useFacets({ state: first, facets }: ListingProps, state: ListingState): ListingProps["facets"] {
  const page = usePage();
  const isFirst = keyOf(state)[1] === keyOf(first)[1];
  const { data } = usePageQuery({
    ...facetsQuery(page, state),
    enabled: !isFirst,
    placeholderData: (known: Counts | undefined) => known,
  });
  return isFirst || !data ? facets : { ...data, methods: facets.methods };
}

type Counts = ReplyOf<typeof countOfferFacets>;

/** A guest has no account that would know it. */
function rememberCurrency(code: string): void {
  remember(GUEST_FIAT_COOKIE, code, 31_536_000);
}

/** The first page of the list, which is not in the address. */
type Place = { firstPage: number } | null;

/** An offer that moved down while the next page was fetched is shown once. */
function withoutTwins(offers: OfferCard[]): OfferCard[] {
  return [...new Map(offers.map((offer) => [offer.hash, offer])).values()];
}
