/** The reader's open trades: as the page brought them, kept young by what the live channel carries. */
import { withTrade } from "#contract/market/trades/active-trade.ts";
import type { ActiveTrade } from "#contract/market/trades/trade/trades.ts";
import { usePage } from "#sdk/page-kit.ts";
import { useMerge, usePageQuery } from "#sdk/calls/queries.ts";
import { useAskingWhileCut, useLive } from "#sdk/live/use-live.ts";

const KEY = ["active-trades"] as const;

export function useActiveList(first: readonly ActiveTrade[]): readonly ActiveTrade[] {
  const page = usePage();
  const { data = first } = usePageQuery<readonly ActiveTrade[]>({
    queryKey: KEY,
    refetchInterval: useAskingWhileCut(),
    initialData: first,
    queryFn: async () => {
      const { listActiveTrades } = await import("#contract/market/trades/trade/trades.ts");
      return (await page.call(listActiveTrades, {})).data;
    },
  });
  const merge = useMerge<readonly ActiveTrade[]>(KEY);
  useLive("user", ({ type, payload }) => {
    if (type === "trade.changed") {
      const { tradeHash, listed } = payload;
      merge((known) => (listed ? withTrade(known, listed) : known.filter((one) => one.tradeHash !== tradeHash)));
    }
    if (type === "chat.message" || type === "chat.read") {
      const { tradeHash, unread } = payload;
      merge((known) => known.map((one) => (one.tradeHash === tradeHash ? { ...one, unreadMessages: unread } : one)));
    }
  });
  return data;
}
