/** The trade as this viewer knows it: the newest view wins, by live channel, by reply, and by asking again once a minute. */
import { useEffect, useEffectEvent, useState } from "react";
import type { TradeView } from "#contract/trades.ts";
import { usePage } from "#sdk/page-kit.ts";
import { useLive } from "#sdk/use-live.ts";

const ASK_AGAIN_MS = 60_000;

export type TradeState = { readonly trade: TradeView; readonly take: (view: TradeView) => void };

export function useTrade(first: TradeView): TradeState {
  const page = usePage();
  const [trade, setTrade] = useState(first);
  // An older view never replaces a newer one: replies and pushes may cross.
  const take = (view: TradeView) =>
    setTrade((known) => (view.tradeHash === known.tradeHash && view.version >= known.version ? view : known));
  useLive("user", ({ type, payload }) => {
    const news = payload as { trade?: TradeView };
    if (type !== "trade.changed" || news.trade?.tradeHash !== first.tradeHash) return;
    if (news.trade.version > trade.version) page.alertTab(page.t("trade.tab_alert"));
    take({ ...news.trade, viewerRole: first.viewerRole });
  });
  const ask = useEffectEvent(async () => {
    const { getTrade } = await import("#contract/trades.ts");
    const { data } = await page.call(getTrade, { params: { id: first.tradeHash } });
    take(data);
  });
  useEffect(() => {
    const timer = setInterval(() => void ask().catch(() => undefined), ASK_AGAIN_MS);
    return () => clearInterval(timer);
  }, []);
  return { trade, take };
}
