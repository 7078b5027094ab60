/** The chart of a market, whose library comes with it; candles of other intervals are asked for. */
import { useEffect, useState } from "react";
import type { SpotCandle, SpotMarket } from "#contract/products/spot/spot.ts";
import { SPOT_INTERVAL_NAMES, type SpotInterval } from "#contract/products/spot/names.ts";
import { usePageQuery } from "#sdk/calls/queries.ts";
import { Late } from "#sdk/late.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import { Button } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import type { MarketState } from "./use-market.ts";

const ASK_MS = 60_000;
/** Of the candles that the page brings. */
const FIRST_INTERVAL = "1m";
const loadChart = async () => (await import("./candle-chart.tsx")).CandleChart;

export function ChartPanel({
  market,
  candles,
  state,
}: {
  market: SpotMarket;
  candles: readonly SpotCandle[];
  state: MarketState;
}) {
  const t = useT();
  const page = usePage();
  const [interval, setInterval] = useState<SpotInterval>(FIRST_INTERVAL);
  const { data, refetch } = usePageQuery<readonly SpotCandle[]>({
    queryKey: ["spot-candles", market.symbol, interval],
    ...(interval === FIRST_INTERVAL ? { initialData: candles } : {}),
    // The volume of a longer candle is known to the server only.
    refetchInterval: ASK_MS,
    queryFn: async () => {
      const { listSpotCandles } = await import("#contract/products/spot/spot.ts");
      return (await page.call(listSpotCandles, { params: { market: market.symbol }, query: { interval } })).data;
    },
  });
  // In the background a browser slows timers down: what was missed is read on return.
  useEffect(() => {
    const onReturn = () => void (document.visibilityState === "visible" && refetch());
    document.addEventListener("visibilitychange", onReturn);
    return () => document.removeEventListener("visibilitychange", onReturn);
  });
  return (
    <section aria-label={t("spot.chart")} className="grid min-w-0 content-start gap-2">
      <div className="flex flex-wrap items-center gap-1" role="toolbar" aria-label={t("spot.interval")} dir="ltr">
        {SPOT_INTERVAL_NAMES.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === interval}
            onClick={() => setInterval(one)}
            className={cx(
              "min-h-8 rounded-md px-2.5 text-xs font-semibold max-md:min-h-11",
              one === interval ? "bg-brand-soft text-brand" : "text-muted hover:bg-sunken hover:text-ink",
            )}
          >
            {one}
          </button>
        ))}
        <span className="ms-auto text-2xs text-muted">{t("spot.sma")}</span>
      </div>
      <div className="h-96" dir="ltr">
        <Late
          load={loadChart}
          props={{ candles: data ?? [], newest: state.candle, interval, market }}
          loading={<span aria-hidden className="block h-full w-full rounded-md bg-sunken" />}
          failed={(again) => (
            <p className="grid h-full content-center justify-items-center gap-2 text-center text-sm text-muted">
              {t("spot.chart_failed")}
              <Button size="sm" look="secondary" onClick={again}>
                {t("spot.again")}
              </Button>
            </p>
          )}
        />
      </div>
      <p className="text-end text-2xs text-muted">
        <a href="https://www.tradingview.com/" rel="noreferrer" target="_blank" className="hover:underline">
          {t("spot.attribution")}
        </a>
      </p>
    </section>
  );
}
