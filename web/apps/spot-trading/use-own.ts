/** The reader's orders, trades and balances: read again when the live channel says that something changed. */
import type { SpotDashboardProps } from "#contract/products/pages.ts";
import type { SpotBalance, SpotFill, SpotOrder, SpotSession } from "#contract/products/spot/spot.ts";
import { usePageQuery } from "#sdk/calls/queries.ts";
import { useAskingWhileCut, useLive } from "#sdk/live/use-live.ts";
import { usePage } from "#sdk/page-kit.ts";

const OPEN = ["spot-open"] as const;
const ENDED = ["spot-ended"] as const;
const FILLS = ["spot-fills"] as const;
const BALANCES = ["spot-balances"] as const;
const SESSION = ["spot-session"] as const;

type First = Pick<SpotDashboardProps, "orders" | "balances"> & {
  /** Undefined where the screen shows none. */
  readonly session?: SpotSession | null;
};

export function useOwn(first: First, shown: "open" | "ended" | "fills" | "balances") {
  const page = usePage();
  const refetchInterval = useAskingWhileCut();
  const orders = usePageQuery<SpotOrder[]>({
    queryKey: OPEN,
    refetchInterval,
    initialData: first.orders,
    queryFn: async () => {
      const { listSpotOrders } = await import("#contract/products/spot/spot.ts");
      return (await page.call(listSpotOrders, { query: { state: "open" } })).data.orders;
    },
  });
  const ended = usePageQuery<SpotOrder[]>({
    queryKey: ENDED,
    enabled: shown === "ended",
    queryFn: async () => {
      const { listSpotOrders } = await import("#contract/products/spot/spot.ts");
      return (await page.call(listSpotOrders, { query: { state: "ended" } })).data.orders;
    },
  });
  const fills = usePageQuery<SpotFill[]>({
    queryKey: FILLS,
    enabled: shown === "fills",
    queryFn: async () => {
      const { listSpotFills } = await import("#contract/products/spot/spot.ts");
      return (await page.call(listSpotFills, { query: {} })).data;
    },
  });
  const balances = usePageQuery<SpotBalance[]>({
    queryKey: BALANCES,
    refetchInterval,
    initialData: first.balances,
    queryFn: async () => {
      const { listSpotBalances } = await import("#contract/products/spot/spot.ts");
      return (await page.call(listSpotBalances, {})).data;
    },
  });
  const hasSession = first.session !== undefined;
  const session = usePageQuery<SpotSession | null>({
    queryKey: SESSION,
    enabled: hasSession,
    initialData: first.session ?? null,
    queryFn: async () => {
      const { getSpotSession } = await import("#contract/products/spot/spot.ts");
      return (await page.call(getSpotSession, {})).data;
    },
  });
  const refresh = () => {
    void orders.refetch();
    if (hasSession) void session.refetch();
    void balances.refetch();
    if (shown === "ended") void ended.refetch();
    if (shown === "fills") void fills.refetch();
  };
  useLive("user", ({ type }) => {
    if (type === "spot.orders" || type === "wallet.changed") refresh();
  });
  return {
    orders: orders.data ?? first.orders,
    ended: ended.data,
    fills: fills.data,
    balances: balances.data ?? first.balances,
    session: session.data ?? null,
    refresh,
  };
}
export type Own = ReturnType<typeof useOwn>;
