/** One query in a screen: what TanStack's own hook does, for an observer that is created after the mount. */
import type { InfiniteQueryObserver, QueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { usePage } from "../page-kit.ts";
import { type Store, storeNow, withStore } from "../calls/query-store.ts";

type Kind = "QueryObserver" | "InfiniteQueryObserver";
type Options<Data> = { readonly initialData?: Data; readonly enabled?: unknown };
/** Of either kind; only one kind has further pages. */
type Observer = InfiniteQueryObserver;
type ObserverOptions = Parameters<Observer["getOptimisticResult"]>[0];

export type Observed<Data> = {
  readonly data: Data | undefined;
  readonly error: Error | null;
  readonly isError: boolean;
  readonly isFetching: boolean;
  readonly isFetchingNextPage: boolean;
};

type Asked<Data> = {
  refetch(): Promise<{ data: Data | undefined }>;
  fetchNextPage(): Promise<{ data: Data | undefined; error: Error | null }>;
};

/** `observer` waits for the library; it rejects where that cannot be loaded, and the next one who asks tries again. */
export function useObserver<Data>(kind: Kind, options: Options<Data>) {
  const page = usePage();
  const first = useRef(options);
  const asked = useRef<Promise<Observer>>(undefined);
  const store = storeNow(page);
  const [observer, setObserver] = useState(() => store && newObserver(kind, store, options));

  const observed = (): Promise<Observer> => {
    asked.current ??= observer
      ? Promise.resolve(observer)
      : withStore(page, (loaded) => {
          const made = newObserver(kind, loaded, first.current);
          setObserver(made);
          return made;
        });
    asked.current.catch(() => {
      asked.current = undefined;
    });
    return asked.current;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after the mount.
  useEffect(() => void observed().catch(reportError), []);

  const wanted = store && optionsOf(store, options);
  useEffect(() => {
    if (wanted) observer?.setOptions(wanted);
  });
  useObserved(observer);
  const result = observer && wanted ? observer.getOptimisticResult(wanted) : atFirst(options);
  // The library does not know the type of the screen's data.
  return { result: result as Observed<Data>, observer: observed as unknown as () => Promise<Asked<Data>> };
}

/** Draws again when the observer has something new. */
function useObserved(observer: Observer | undefined): void {
  const page = usePage();
  const subscribe = useCallback(
    (listener: () => void) => {
      const stop = observer?.subscribe(storeNow(page)?.library.notifyManager.batchCalls(listener) ?? listener);
      // It may have changed between drawing and hearing.
      observer?.updateResult();
      return () => stop?.();
    },
    [observer, page],
  );
  useSyncExternalStore(
    subscribe,
    () => observer?.getCurrentResult(),
    () => undefined,
  );
}

function newObserver<Data>(kind: Kind, store: Store, options: Options<Data>): Observer {
  const Made = store.library[kind] as unknown as new (client: QueryClient, options: ObserverOptions) => Observer;
  return new Made(store.client, optionsOf(store, options));
}

function optionsOf<Data>({ client }: Store, options: Options<Data>): ObserverOptions {
  return {
    ...client.defaultQueryOptions(options as never),
    _optimisticResults: "optimistic",
  } as unknown as ObserverOptions;
}

/** The data of the page; without it, data is fetched once the library is loaded. */
function atFirst<Data>({ initialData, enabled }: Options<Data>): Observed<Data> {
  const isFetching = initialData === undefined && enabled !== false;
  return { data: initialData, error: null, isError: false, isFetching, isFetchingNextPage: false };
}
