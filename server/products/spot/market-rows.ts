/** The SQL of markets: their sizes and how far they have come, and the figures of a day. */
import type { CryptoCode } from "#contract/money/money.ts";
import type { SpotStatus, SpotSymbol } from "#contract/products/spot/names.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";

export type MarketRow = {
  readonly symbol: SpotSymbol;
  readonly base: CryptoCode;
  readonly quote: CryptoCode;
  readonly lot_units: bigint;
  readonly tick_units: bigint;
  readonly min_quote_units: bigint;
  readonly max_orders: number;
  readonly band_bp: number;
  readonly next_seq: bigint;
  readonly status: SpotStatus;
  readonly reference_ticks: bigint | null;
  readonly applied_seq: bigint;
  readonly last_ticks: bigint | null;
};

export function listMarkets(tx: ReadTx): Promise<MarketRow[]> {
  return tx.rows<MarketRow>`
    select market.symbol, market.base, market.quote, market.lot_units, market.tick_units, market.min_quote_units, market.max_orders,
           market.band_bp, market.next_seq, market.status, market.reference_ticks, progress.applied_seq, progress.last_ticks
    from spot_markets market
    join spot_progress progress on progress.market = market.symbol
    order by array_position(array['BTC-USDT', 'ETH-USDT', 'ETH-BTC'], market.symbol)`;
}

export async function getMarket(tx: ReadTx, symbol: string): Promise<MarketRow> {
  const market = (await listMarkets(tx)).find((one) => one.symbol === symbol);
  if (!market) throw new Error(`no market ${symbol}`);
  return market;
}

export type DayRow = {
  readonly market: SpotSymbol;
  readonly open_ticks: bigint;
  readonly close_ticks: bigint;
  readonly high_ticks: bigint;
  readonly low_ticks: bigint;
  readonly lots: bigint;
  readonly quote_units: bigint;
};

/** Of the last 24 hours, by market; none for a market without a trade in them. */
export function dayFigures(tx: ReadTx, symbols: readonly string[]): Promise<DayRow[]> {
  return tx.rows<DayRow>`
    select candle.market, (array_agg(candle.open_ticks order by candle.start))[1] as open_ticks,
           (array_agg(candle.close_ticks order by candle.start desc))[1] as close_ticks,
           max(candle.high_ticks) as high_ticks, min(candle.low_ticks) as low_ticks, sum(candle.lots)::bigint as lots,
           sum(candle.quote_units)::bigint as quote_units
    from spot_candles candle
    where candle.market = any(${symbols}::text[]) and candle.start > ${tx.now}::timestamptz - interval '1 day'
    group by candle.market`;
}

/** The last price of each hour of the last day that had one, oldest first. */
export function hourCloses(tx: ReadTx): Promise<{ market: SpotSymbol; close_ticks: bigint }[]> {
  return tx.rows<{ market: SpotSymbol; close_ticks: bigint }>`
    select hour.market, hour.close_ticks
    from (
      select candle.market, date_trunc('hour', candle.start) as start,
             (array_agg(candle.close_ticks order by candle.start desc))[1] as close_ticks
      from spot_candles candle
      where candle.start > ${tx.now}::timestamptz - interval '1 day'
      group by candle.market, date_trunc('hour', candle.start)
    ) as hour
    order by hour.market, hour.start`;
}
