/** The public state of a market: what the page brought, and what its channel says after it. */
import { useRef, useState } from "react";
import type { TradingTerminalProps } from "#contract/products/pages.ts";
import type { SpotBook, SpotCandle, SpotFigures, SpotTrade } from "#contract/products/spot/spot.ts";
import { spotChannel } from "#contract/products/spot/names.ts";
import { stateAfter } from "./market-state.ts";
import { useIsLive, useLive } from "#sdk/live/use-live.ts";
import { usePage } from "#sdk/page-kit.ts";

export type MarketState = {
  readonly book: SpotBook;
  readonly figures: SpotFigures | null;
  readonly trades: readonly SpotTrade[];
  /** Of the current minute. */
  readonly candle: SpotCandle | null;
  readonly atMs: number;
};

export function useMarket({ symbol, book, trades, markets }: TradingTerminalProps) {
  const { madeAtMs, nowMs, live } = usePage();
  const [state, setState] = useState<MarketState>({
    book,
    trades,
    figures: markets.find((one) => one.symbol === symbol)?.figures ?? null,
    candle: null,
    atMs: madeAtMs,
  });
  const latest = useRef(state);
  useLive(spotChannel(symbol), (event) => {
    const next = stateAfter(latest.current, event);
    if (next === "wrong") return live.askAnew(spotChannel(symbol));
    latest.current = { ...next, atMs: nowMs() };
    setState(latest.current);
  });
  return { ...state, isLive: useIsLive() };
}
