/**
 * Server state in a screen. There is one store a page: the shell's kit holds it, the library is one file of the page's
 * import map, and whatever screen needs it first makes it. The live channel keeps the entries young, so nothing is asked
 * for twice: a query runs when it has no data, when its key changes, when it polls, and after a gap in the channel.
 */
import {
  type InfiniteData,
  QueryClient,
  type UseInfiniteQueryOptions,
  type UseQueryOptions,
  type UseQueryResult,
  useInfiniteQuery,
  useQuery,
} from "@tanstack/react-query";
import { useCallback } from "react";
import { type PageKit, usePage } from "./page-kit.ts";

export { keepPreviousData } from "@tanstack/react-query";

export function queriesOf(page: PageKit): QueryClient {
  page.queries.client ??= newClient();
  return page.queries.client;
}

function newClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        // The page's caller tries again by itself, and says when there is no line.
        retry: false,
        networkMode: "always",
      },
    },
  });
  // Without a provider nothing else lets it hear that somebody came back to the tab.
  if (typeof window !== "undefined") client.mount();
  return client;
}

type Key = readonly [name: string, ...rest: (string | number | null)[]];

export function usePageQuery<Data>(
  options: Omit<UseQueryOptions<Data, Error, Data, Key>, "queryKey"> & { queryKey: Key },
): UseQueryResult<Data> {
  return useQuery(options, queriesOf(usePage()));
}

export function usePageInfiniteQuery<Data>(
  options: UseInfiniteQueryOptions<Data, Error, InfiniteData<Data, number>, Key, number>,
) {
  return useInfiniteQuery(options, queriesOf(usePage()));
}

/** Changes an entry by what the live channel or a reply brought; an entry that is not there stays away. */
export function useMerge<Data>(key: Key): (merge: (known: Data) => Data) => void {
  const client = queriesOf(usePage());
  const text = JSON.stringify(key);
  return useCallback((merge) => mergeInto(client, JSON.parse(text) as Key, merge), [client, text]);
}

/** An answer that is on its way may have been read before the message: it is not waited for, but asked for again. */
export function mergeInto<Data>(client: QueryClient, queryKey: Key, merge: (known: Data) => Data): void {
  client.setQueryData<Data>(queryKey, (known) => (known === undefined ? known : merge(known)));
  const asked = { queryKey, exact: true };
  if (client.isFetching(asked) > 0) void client.refetchQueries(asked);
}
