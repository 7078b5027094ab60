/**
 * The state of a market on its public channel: whole on entering and where a reader missed a message, else what changed since the message
 * before. A reader's book is right by its checksum, and a lost message is seen by the number of the one before.
 */
import { changeBetween } from "#contract/products/spot/changes.ts";
import { BOOK_LEVELS, symbolOfChannel, isSpotSymbol } from "#contract/products/spot/names.ts";
import type { LiveStates } from "../../../platform/events/live.ts";
import type { ReadTx } from "../../../platform/postgres/db.ts";
import { dayFigures, listMarkets, type MarketRow } from "../market-rows.ts";
import { SPOT_FAMILY } from "../matching/match-market.ts";
import { levelsOf } from "./book-rows.ts";
import { bookOf, lastTrades, viewCandles } from "./book.ts";
import { figuresOf } from "./markets.ts";

export const liveSpot: LiveStates = {
  family: SPOT_FAMILY,
  has(channel) {
    return isSpotSymbol(symbolOfChannel(channel) ?? "");
  },
  change: (before, now) =>
    before.type === "spot.market" && now.type === "spot.market"
      ? { type: "spot.change", ...changeBetween(before, now) }
      : undefined,
  async read(tx, channels) {
    const markets = await listMarkets(tx);
    const wanted = channels.flatMap((channel) => {
      const market = markets.find(({ symbol }) => symbol === symbolOfChannel(channel));
      return market ? [{ channel, market }] : [];
    });
    return Promise.all(
      wanted.map(async ({ channel, market }) => ({
        channel,
        seq: market.applied_seq,
        body: await stateOf(tx, market),
      })),
    );
  },
};

async function stateOf(tx: ReadTx, market: MarketRow) {
  const { symbol } = market;
  const [levels, trades, candles, days] = await Promise.all([
    levelsOf(tx, symbol, BOOK_LEVELS),
    lastTrades(tx, market),
    viewCandles(tx, { symbol, interval: "1m", most: 1 }),
    dayFigures(tx, [symbol]),
  ]);
  const book = bookOf(market, levels);
  return {
    type: "spot.market" as const,
    book,
    figures: figuresOf(market, days[0]),
    trades,
    candle: candles.at(-1) ?? null,
  };
}
