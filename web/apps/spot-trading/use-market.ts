/** The public state of a market: what the page brought, and each whole state after it. An older one never replaces a newer one. */
import { useState } from "react";
import type { TradingTerminalProps } from "#contract/products/pages.ts";
import type { SpotBook, SpotCandle, SpotFigures, SpotTrade } from "#contract/products/spot.ts";
import { spotChannel } from "#contract/products/spot-names.ts";
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
  const { madeAtMs, nowMs } = usePage();
  const [state, setState] = useState<MarketState>({
    book,
    trades,
    figures: markets.find((one) => one.symbol === symbol)?.figures ?? null,
    candle: null,
    atMs: madeAtMs,
  });
  useLive(spotChannel(symbol), ({ type, payload }) => {
    if (type !== "spot.market") return;
    setState((known) => (BigInt(payload.book.seq) < BigInt(known.book.seq) ? known : { ...payload, atMs: nowMs() }));
  });
  return { ...state, isLive: useIsLive() };
}
