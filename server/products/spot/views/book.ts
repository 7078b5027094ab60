/** A book, its last trades and its candles on the wire. */
import { checksumOf } from "#contract/products/spot/changes.ts";
import { BOOK_LEVELS, SPOT_INTERVALS, type SpotInterval, TAPE_TRADES } from "#contract/products/spot/names.ts";
import type { SpotBook, SpotCandle, SpotLevel, SpotTrade } from "#contract/products/spot/spot.ts";
import type { ReadTx } from "../../../platform/postgres/db.ts";
import { getMarket, type MarketRow } from "../market-rows.ts";
import { amountText, priceText } from "../sizes.ts";
import { type CandleRow, candlesOf, closeBefore, type LevelRow, levelsOf, tradesOf } from "./book-rows.ts";

const CANDLES = 500;

export async function viewBook(tx: ReadTx, symbol: string): Promise<SpotBook> {
  const market = await getMarket(tx, symbol);
  return bookOf(market, await levelsOf(tx, symbol, BOOK_LEVELS));
}

export function bookOf(market: MarketRow, levels: readonly LevelRow[]): SpotBook {
  const side = (wanted: string) =>
    levels
      .filter((one) => one.side === wanted)
      .map((one): SpotLevel => ({ price: priceText(market, one.price_ticks), amount: amountText(market, one.lots) }));
  const [bids, asks] = [side("buy"), side("sell")];
  const { symbol, status, applied_seq } = market;
  return { symbol, status, seq: String(applied_seq), bids, asks, checksum: checksumOf(bids, asks) };
}

export async function viewTrades(tx: ReadTx, symbol: string): Promise<SpotTrade[]> {
  const market = await getMarket(tx, symbol);
  return lastTrades(tx, market);
}

export async function lastTrades(tx: ReadTx, market: MarketRow): Promise<SpotTrade[]> {
  const rows = await tradesOf(tx, market.symbol, TAPE_TRADES);
  return rows.map((row) => ({
    n: String(row.n),
    price: priceText(market, row.price_ticks),
    amount: amountText(market, row.lots),
    side: row.taker_side,
    byRobot: row.by_robot,
    at: row.at.toISOString(),
  }));
}

/** The last ones up to now, without a hole: a minute without a trade is flat at the price before it. */
export async function viewCandles(
  tx: ReadTx,
  { symbol, interval, most = CANDLES }: { symbol: string; interval: SpotInterval; most?: number },
): Promise<SpotCandle[]> {
  const minutes = SPOT_INTERVALS[interval];
  const stepMs = minutes * 60_000;
  const lastMs = Math.floor(tx.now.getTime() / stepMs) * stepMs;
  const from = new Date(lastMs - (most - 1) * stepMs);
  const market = await getMarket(tx, symbol);
  const [rows, before] = await Promise.all([
    candlesOf(tx, { market: symbol, minutes, from }),
    closeBefore(tx, symbol, from),
  ]);
  const byStart = new Map(rows.map((row) => [row.start.getTime(), row]));
  const candles: SpotCandle[] = [];
  let close = before;
  for (let startMs = from.getTime(); startMs <= lastMs; startMs += stepMs) {
    const row = byStart.get(startMs);
    if (row) close = row.close_ticks;
    if (close !== undefined) candles.push(candleOf(market, new Date(startMs), row ?? flat(close)));
  }
  return candles;
}

type Figures = Omit<CandleRow, "start">;

const flat = (ticks: bigint): Figures => ({
  open_ticks: ticks,
  high_ticks: ticks,
  low_ticks: ticks,
  close_ticks: ticks,
  lots: 0n,
  last_n: 0n,
});

function candleOf(market: MarketRow, start: Date, row: Figures): SpotCandle {
  return {
    start: start.toISOString(),
    open: priceText(market, row.open_ticks),
    high: priceText(market, row.high_ticks),
    low: priceText(market, row.low_ticks),
    close: priceText(market, row.close_ticks),
    volume: amountText(market, row.lots),
    lastTrade: String(row.last_n),
  };
}
