/** The trade as this viewer knows it: replies bring whole views, the live channel what changed, and the newest one wins. */
import { withChange } from "#contract/market/trades/active-trade.ts";
import type { TradeView } from "#contract/market/trades/trade/trades.ts";
import { usePage } from "#sdk/page-kit.ts";
import { useMerge, usePageQuery } from "#sdk/calls/queries.ts";
import { useAskingWhileCut, useLive } from "#sdk/live/use-live.ts";

/** A moderator is no side of the trade, and nothing is pushed to them: their page asks. */
const MODERATOR_ASKS_MS = 20_000;

/** Lines of what changes no step of the trade. */
const GIVING: ReadonlySet<string> = new Set(["bank_account_given", "online_wallet_given", "payer_named"]);

export type TradeState = { readonly trade: TradeView; readonly take: (view: TradeView) => void };

export function useTrade(first: TradeView): TradeState {
  const page = usePage();
  const { tradeHash, viewerRole } = first;
  const whileCut = useAskingWhileCut();
  const { data: trade = first, refetch } = usePageQuery<TradeView>({
    queryKey: ["trade", tradeHash],
    initialData: first,
    refetchInterval: viewerRole === "moderator" ? MODERATOR_ASKS_MS : whileCut,
    queryFn: async ({ signal }) => {
      const { getTrade } = await import("#contract/market/trades/trade/trades.ts");
      return (await page.call(getTrade, { params: { id: tradeHash }, signal })).data;
    },
  });
  const merge = useMerge<TradeView>(["trade", tradeHash]);
  // An older view never replaces a newer one: replies and pushes may cross.
  const take = (view: TradeView) =>
    merge((known) => (view.tradeHash === tradeHash && view.version >= known.version ? view : known));
  useLive("user", ({ type, payload }) => {
    // Accounts given to the trade are only in complete views.
    const said = type === "chat.message" && payload.tradeHash === tradeHash ? (payload.message.systemKey ?? "") : "";
    if (GIVING.has(said) || said.startsWith("receipt_")) void refetch();
    if (type !== "trade.changed" || payload.tradeHash !== tradeHash) return;
    if (payload.change.version > trade.version) page.alertTab(page.t("trade.tab_alert"));
    merge((known) => withChange(known, payload.change));
  });
  return { trade, take };
}
