/**
 * What keeps server state: TanStack Query without its hooks, loaded after the screens are mounted (queries.ts). There is one store
 * a page: the shell's kit holds it. The live channel keeps the entries young, so nothing is asked for twice: a query runs
 * when it has no data, when its key changes, when it polls, and after a gap in the channel.
 */
import { QueryClient } from "@tanstack/react-query";

export { InfiniteQueryObserver, notifyManager, QueryObserver } from "@tanstack/react-query";

export function newClient(): QueryClient {
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
  // Without a provider nothing else reports that the tab is visible again.
  client.mount();
  return client;
}

/** An answer that is on its way may have been read before the message: it is not waited for, but asked for again. */
export function mergeInto<Data>(client: QueryClient, queryKey: readonly unknown[], merge: (known: Data) => Data): void {
  client.setQueryData<Data>(queryKey, (known) => (known === undefined ? known : merge(known)));
  const asked = { queryKey, exact: true };
  if (client.isFetching(asked) > 0) void client.refetchQueries(asked);
}
