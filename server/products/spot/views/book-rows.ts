/** The SQL of books, trades and candles, as everybody reads them. */
import type { SpotSide } from "#contract/products/spot/names.ts";
import type { ReadTx } from "../../../platform/postgres/db.ts";

export type LevelRow = { readonly side: SpotSide; readonly price_ticks: bigint; readonly lots: bigint };

/** The best levels of each side, best first. */
export function levelsOf(tx: ReadTx, market: string, most: number): Promise<LevelRow[]> {
  return tx.rows<LevelRow>`
    (select 'buy' as side, one.price_ticks, sum(one.lots - one.filled_lots)::bigint as lots
     from spot_orders one
     where one.market = ${market} and one.side = 'buy' and one.ended_at is null and one.status = 'open'
     group by one.price_ticks
     order by one.price_ticks desc
     limit ${most})
    union all
    (select 'sell', one.price_ticks, sum(one.lots - one.filled_lots)::bigint
     from spot_orders one
     where one.market = ${market} and one.side = 'sell' and one.ended_at is null and one.status = 'open'
     group by one.price_ticks
     order by one.price_ticks
     limit ${most})`;
}

export type TradeRow = {
  readonly n: bigint;
  readonly price_ticks: bigint;
  readonly lots: bigint;
  readonly taker_side: SpotSide;
  readonly by_robot: boolean;
  readonly at: Date;
};

/** The last ones, newest first. */
export function tradesOf(tx: ReadTx, market: string, most: number): Promise<TradeRow[]> {
  return tx.rows<TradeRow>`
    select fill.n, fill.price_ticks, fill.lots, fill.taker_side, fill.by_robot, fill.at
    from spot_fills fill
    where fill.market = ${market}
    order by fill.n desc
    limit ${most}`;
}

export type CandleRow = {
  readonly start: Date;
  readonly open_ticks: bigint;
  readonly high_ticks: bigint;
  readonly low_ticks: bigint;
  readonly close_ticks: bigint;
  readonly lots: bigint;
  readonly last_n: bigint;
};

/** Of so many minutes each, from then on; only those with a trade. */
export function candlesOf(
  tx: ReadTx,
  { market, minutes, from }: { market: string; minutes: number; from: Date },
): Promise<CandleRow[]> {
  return tx.rows<CandleRow>`
    select date_bin(make_interval(mins => ${minutes}::int), candle.start, 'epoch') as start,
           (array_agg(candle.open_ticks order by candle.start))[1] as open_ticks, max(candle.high_ticks) as high_ticks,
           min(candle.low_ticks) as low_ticks, (array_agg(candle.close_ticks order by candle.start desc))[1] as close_ticks,
           sum(candle.lots)::bigint as lots, max(candle.last_n) as last_n
    from spot_candles candle
    where candle.market = ${market} and candle.start >= ${from}
    group by 1
    order by 1`;
}

/** The last price before then. */
export async function closeBefore(tx: ReadTx, market: string, before: Date): Promise<bigint | undefined> {
  const [row] = await tx.rows<{ close_ticks: bigint }>`
    select close_ticks
    from spot_candles
    where market = ${market} and start < ${before}
    order by start desc
    limit 1`;
  return row?.close_ticks;
}
