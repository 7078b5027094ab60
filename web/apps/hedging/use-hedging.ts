/** The rules and what they did, asked for again while the page is open: rules run at any time. */
import type { Hedging } from "#contract/products/hedging/hedging.ts";
import { usePage } from "#sdk/page-kit.ts";
import { putQuery, usePageQuery } from "#sdk/calls/queries.ts";

const KEY = ["hedging"] as const;
const LOOK_AGAIN_MS = 5000;

export function useHedging(first: Hedging) {
  const page = usePage();
  const seen = usePageQuery<Hedging>({
    queryKey: KEY,
    initialData: first,
    refetchInterval: LOOK_AGAIN_MS,
    queryFn: async () => {
      const { getHedging } = await import("#contract/products/hedging/hedging.ts");
      return (await page.call(getHedging, {})).data;
    },
  });
  return { hedging: seen.data ?? first, show: (next: Hedging) => putQuery(page, KEY, next) };
}
