/** How many trades of mine are open: the page names them, and the live channel tells which begin and end. */
import { useEffect, useEffectEvent } from "react";
import type { SessionUser } from "#contract/platform/page.ts";
import { usePage } from "#sdk/page-kit.ts";
import { useMerge, usePageQuery } from "#sdk/calls/queries.ts";
import { useAskingWhileCut, useLive } from "#sdk/live/use-live.ts";

const KEY = ["active-trade-hashes"] as const;

export function useActiveTrades(session: SessionUser, tell: (count: number) => void): void {
  const page = usePage();
  const { data: hashes = session.activeTrades } = usePageQuery<readonly string[]>({
    queryKey: KEY,
    refetchInterval: useAskingWhileCut(),
    initialData: session.activeTrades,
    queryFn: async () => {
      const { listActiveTrades } = await import("#contract/market/trades/trade/trades.ts");
      return (await page.call(listActiveTrades, {})).data.map(({ tradeHash }) => tradeHash);
    },
  });
  const merge = useMerge<readonly string[]>(KEY);
  useLive("user", ({ type, payload }) => {
    if (type !== "trade.changed") return;
    const { tradeHash, listed } = payload;
    merge((known) => {
      const others = known.filter((hash) => hash !== tradeHash);
      return listed ? [...others, tradeHash] : others;
    });
  });
  const tellNow = useEffectEvent(tell);
  useEffect(() => tellNow(hashes.length), [hashes.length]);
}
