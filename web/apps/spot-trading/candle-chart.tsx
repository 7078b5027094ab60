/** Candles with volume and the mean of twenty, drawn by lightweight-charts; its colours are those of the page. */
import {
  CandlestickSeries,
  createChart,
  HistogramSeries,
  type IChartApi,
  type ISeriesApi,
  LineSeries,
  type UTCTimestamp,
} from "lightweight-charts";
import { useEffect, useRef, useState } from "react";
import type { SpotCandle, SpotMarket } from "#contract/products/spot/spot.ts";
import { SPOT_INTERVALS, type SpotInterval } from "#contract/products/spot/names.ts";
import { numeralLocale } from "#contract/platform/locales.ts";
import type { Theme } from "#contract/platform/page.ts";
import { usePage, useStore } from "#sdk/page-kit.ts";
import { digitsOf } from "./steps.ts";

type Props = {
  readonly candles: readonly SpotCandle[];
  /** Of the current minute. */
  readonly newest: SpotCandle | null;
  readonly interval: SpotInterval;
  readonly market: SpotMarket;
};

const MEAN_OF = 20;

type Drawn = {
  readonly chart: IChartApi;
  readonly price: ISeriesApi<"Candlestick">;
  readonly volume: ISeriesApi<"Histogram">;
  readonly mean: ISeriesApi<"Line">;
  /** Of the last candle that was drawn. */
  last: {
    readonly startMs: number;
    readonly high: number;
    readonly low: number;
    readonly open: number;
    readonly volume: number;
    n: bigint;
  } | null;
};

export function CandleChart({ candles, newest, interval, market }: Props) {
  const page = usePage();
  const theme = useColours(useStore(page.theme));
  const place = useRef<HTMLDivElement>(null);
  const drawn = useRef<Drawn>(null);
  const { locale } = page;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours of the page are other ones in another theme.
  useEffect(() => {
    if (!place.current) return;
    const made = drawIn(place.current, { locale: numeralLocale(locale), digits: digitsOf(market.priceStep) });
    drawn.current = made;
    return () => {
      drawn.current = null;
      made.chart.remove();
    };
  }, [theme, locale, market.priceStep]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new drawing is filled again.
  useEffect(() => {
    if (drawn.current) fill(drawn.current, candles);
  }, [candles, theme, locale]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new drawing is filled again.
  useEffect(() => {
    if (drawn.current && newest) extend(drawn.current, newest, SPOT_INTERVALS[interval] * 60_000);
  }, [newest, candles, interval, theme]);
  // The drawing has a width of its own, which would keep the page from getting narrower.
  return (
    <div className="relative h-full w-full">
      <div ref={place} className="absolute inset-0" />
    </div>
  );
}

/** Changes when the colours of the page do: with the theme, or with the device that it follows. */
function useColours(theme: Theme): string {
  const [isDark, setDark] = useState(false);
  useEffect(() => {
    const device = matchMedia("(prefers-color-scheme: dark)");
    const read = () => setDark(device.matches);
    read();
    device.addEventListener("change", read);
    return () => device.removeEventListener("change", read);
  }, []);
  return theme === "system" && isDark ? "system-dark" : theme;
}

/** The computed colour of a class of the page: the library knows no variables. */
function colourOf(parent: HTMLElement, name: string, property: "color" | "borderColor" = "color"): string {
  const probe = document.createElement("span");
  probe.className = name;
  parent.append(probe);
  const colour = getComputedStyle(probe)[property];
  probe.remove();
  return colour;
}

function drawIn(place: HTMLElement, { locale, digits }: { locale: string; digits: number }): Drawn {
  const [up, down, muted, line] = ["text-buy", "text-sell", "text-muted", "text-line"].map((name) =>
    colourOf(place, name),
  );
  const chart = createChart(place, {
    autoSize: true,
    layout: {
      background: { color: "transparent" },
      textColor: muted ?? "#888",
      attributionLogo: false,
      fontFamily: getComputedStyle(place).fontFamily,
    },
    grid: { vertLines: { color: line ?? "#888" }, horzLines: { color: line ?? "#888" } },
    rightPriceScale: { borderVisible: false },
    timeScale: { borderVisible: false, timeVisible: true, secondsVisible: false, rightOffset: 3 },
    localization: {
      locale,
      priceFormatter: (value: number) =>
        value.toLocaleString(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }),
    },
    crosshair: { mode: 0 },
  });
  const format = { type: "price", precision: digits, minMove: 1 / 10 ** digits } as const;
  const price = chart.addSeries(CandlestickSeries, {
    upColor: up ?? "green",
    downColor: down ?? "red",
    wickUpColor: up ?? "green",
    wickDownColor: down ?? "red",
    borderVisible: false,
    priceFormat: format,
  });
  const volume = chart.addSeries(HistogramSeries, {
    priceScaleId: "volume",
    priceFormat: { type: "volume" },
    color: line ?? "#888",
    lastValueVisible: false,
    priceLineVisible: false,
  });
  chart.priceScale("volume").applyOptions({ scaleMargins: { top: 0.82, bottom: 0 } });
  const mean = chart.addSeries(LineSeries, {
    color: muted ?? "#888",
    lineWidth: 1,
    lastValueVisible: false,
    priceLineVisible: false,
    crosshairMarkerVisible: false,
  });
  return { chart, price, volume, mean, last: null };
}

const timeOf = (ms: number) => (ms / 1000) as UTCTimestamp;

function fill(drawn: Drawn, candles: readonly SpotCandle[]): void {
  const points = candles.map(({ start, open, high, low, close, volume }) => ({
    time: timeOf(Date.parse(start)),
    ...{ open: Number(open), high: Number(high), low: Number(low), close: Number(close), volume: Number(volume) },
  }));
  drawn.price.setData(points.map(({ volume: _, ...point }) => point));
  drawn.volume.setData(points.map(({ time, volume }) => ({ time, value: volume })));
  drawn.mean.setData(
    points.flatMap(({ time }, place) => {
      const part = points.slice(place - MEAN_OF + 1, place + 1);
      return place < MEAN_OF - 1 ? [] : [{ time, value: part.reduce((sum, one) => sum + one.close, 0) / MEAN_OF }];
    }),
  );
  const [last, n] = [points.at(-1), candles.at(-1)?.lastTrade];
  drawn.last = last ? { ...last, startMs: Number(last.time) * 1000, n: BigInt(n ?? 0) } : null;
}

/** The newest minute, put into the candle that it belongs to. An older one changes nothing: the library throws on it. */
function extend(drawn: Drawn, newest: SpotCandle, stepMs: number): void {
  const startMs = Math.floor(Date.parse(newest.start) / stepMs) * stepMs;
  const { last } = drawn;
  if (last && (startMs < last.startMs || (startMs === last.startMs && BigInt(newest.lastTrade) < last.n))) return;
  const isSame = last?.startMs === startMs;
  const [open, high, low, close] = [newest.open, newest.high, newest.low, newest.close].map(Number) as [
    number,
    number,
    number,
    number,
  ];
  const next = {
    open: isSame ? last.open : open,
    high: isSame ? Math.max(last.high, high) : high,
    low: isSame ? Math.min(last.low, low) : low,
  };
  const volume = isSame && stepMs > 60_000 ? last.volume : Number(newest.volume);
  drawn.price.update({ time: timeOf(startMs), ...next, close });
  drawn.volume.update({ time: timeOf(startMs), value: volume });
  drawn.last = { startMs, ...next, volume, n: BigInt(newest.lastTrade) };
}
