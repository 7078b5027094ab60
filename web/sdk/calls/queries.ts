/**
 * Server state in a screen. Until what keeps it is loaded, a screen shows what the page brought, can be used, and loses
 * nothing: presses, repeated queries and live events meanwhile are processed in order once it is loaded.
 */
import type { InfiniteData, UseInfiniteQueryOptions, UseQueryOptions } from "@tanstack/react-query";
import { useCallback } from "react";
import { type PageKit, usePage } from "../page-kit.ts";
import { withStore } from "./query-store.ts";
import { useObserver } from "../state/use-observer.ts";

type Key = readonly [name: string, ...rest: (string | number | null)[]];

export type PageQuery<Data> = {
  readonly data: Data | undefined;
  readonly error: Error | null;
  readonly isError: boolean;
  readonly isFetching: boolean;
  readonly refetch: () => Promise<{ readonly data: Data | undefined }>;
};

export function usePageQuery<Data>(
  options: Omit<UseQueryOptions<Data, Error, Data, Key>, "queryKey" | "initialData"> & {
    queryKey: Key;
    initialData?: Data;
  },
): PageQuery<Data> {
  const { result, observer } = useObserver<Data>("QueryObserver", options);
  return { ...result, refetch: async () => (await observer()).refetch() };
}

export type PageInfiniteQuery<Data> = Omit<PageQuery<InfiniteData<Data, number>>, "refetch"> & {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => Promise<{ data: InfiniteData<Data, number> | undefined; error: Error | null }>;
};

export function usePageInfiniteQuery<Data>(
  options: Omit<UseInfiniteQueryOptions<Data, Error, InfiniteData<Data, number>, Key, number>, "initialData"> & {
    initialData?: InfiniteData<Data, number>;
  },
): PageInfiniteQuery<Data> {
  const { result, observer } = useObserver<InfiniteData<Data, number>>("InfiniteQueryObserver", options);
  const { pages, pageParams } = result.data ?? { pages: [], pageParams: [] };
  const [lastPage, lastParam] = [pages.at(-1), pageParams.at(-1)];
  const next =
    lastPage === undefined || lastParam === undefined
      ? null
      : options.getNextPageParam(lastPage, pages, lastParam, pageParams);
  return {
    ...result,
    hasNextPage: next !== null && next !== undefined,
    fetchNextPage: async () => (await observer()).fetchNextPage(),
  };
}

/** Changes an entry by what the live channel or a reply brought; an entry that is not there stays away. */
export function useMerge<Data>(key: Key): (merge: (known: Data) => Data) => void {
  const page = usePage();
  const text = JSON.stringify(key);
  return useCallback(
    (merge) => {
      const queryKey = JSON.parse(text) as Key;
      withStore(page, ({ client, library }) => library.mergeInto(client, queryKey, merge)).catch(reportError);
    },
    [page, text],
  );
}

/** Says what a reply made of an entry. */
export function putQuery<Data>(page: PageKit, queryKey: Key, data: Data): void {
  withStore(page, ({ client }) => client.setQueryData<Data>(queryKey, data)).catch(reportError);
}

/** The cached value, without a request. */
export function knownQuery<Data>(page: PageKit, queryKey: Key): Data | undefined {
  return page.queries.client?.getQueryData<Data>(queryKey);
}
