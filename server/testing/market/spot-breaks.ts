/** Breaks of the spot markets, each of which its check has to find. */
import { sql } from "../../platform/postgres/db.ts";
import type { Break } from "./product-breaks.ts";

const OF_NEWEST_FILL = sql`(market, n) = (select market, max(n) from spot_fills group by market)`;
/** Of a market with one trade, and the rest of its maker in the book. */
export const SPOT_BREAKS: readonly Break[] = [
  {
    id: "S1",
    as: "an order that holds more than its owner's account",
    says: /^user:\d+:BTC:spot holds \d+, open orders need \d+$/,
    by: (tx) => tx.rows`update spot_orders set held_units = held_units + 1 where ended_at is null and side = 'sell'`,
  },
  {
    id: "H3",
    as: "an order of the operator that another user placed",
    says: /^the order \d+ of the operator is not what was booked for it$/,
    by: (tx) => tx.rows`
      with advised as (
        insert into house_advice (hash, currency, side, units, exposure_units, target_units, band_units, usd_rate, made_at)
        values ('housebroken1', 'BTC', 'sell', 100000, 100000, 0, 1, 1, market_now())
        returning id
      )
      insert into house_orders (external_ref, advice_id, user_id, market, side, lots, price_ticks, way_units, lot_units, given_units, order_id,
        status, planned_at)
      select 'housebroken01', advised.id, made.user_id, made.market, made.side, 1, made.price_ticks, 100000, 1000, 1, made.id, 'placed', market_now()
      from advised, spot_orders made
      where made.ended_at is null
      limit 1`,
  },
  {
    id: "S2",
    as: "an order that says it was filled less",
    says: /^order \S+ has other sums than its fills$/,
    by: (tx) => tx.rows`update spot_orders set fee_units = fee_units + 1 where filled_lots > 0`,
  },
  {
    id: "S3",
    as: "a candle with more volume than was traded",
    says: /^the candle of BTC-USDT at \S+ has other sums than its fills$/,
    by: (tx) => tx.rows`update spot_candles set lots = lots + 1`,
  },
  {
    id: "S3",
    as: "a trade that is not there",
    says: /^the next trade of BTC-USDT is \d+, the last \d+$/,
    by: (tx) => tx.rows`update spot_progress set next_fill = next_fill + 1 where market = 'BTC-USDT'`,
  },
  {
    id: "S4",
    as: "a bid above an ask",
    says: /^BTC-USDT has a bid at \d+ and an ask at \d+$/,
    async by(tx) {
      await tx.rows`
        insert into spot_orders (hash, user_id, market, side, type, tif, price_ticks, placed_lots, lots, held_units, maker_bp, taker_bp, status, seq, at)
        select 'spotbroken01', user_id, market, 'buy', type, tif, price_ticks + 1, 1, 1, 0, 0, 0, 'open', 999999, ${tx.now}
        from spot_orders where ended_at is null and side = 'sell'`;
    },
  },
  {
    id: "S5",
    as: "a trade at a price that nobody asked for",
    says: /^trade \d+ of BTC-USDT is beyond a limit$/,
    by: (tx) => tx.rows`update spot_fills set price_ticks = price_ticks - 1 where ${OF_NEWEST_FILL}`,
  },
  {
    id: "S6",
    as: "a book that its log does not give",
    inFullOnly: true,
    says: /^the log of BTC-USDT gives another book at \d+$/,
    by: (tx) => tx.rows`
      insert into spot_snapshots (market, seq, digest, at)
      select market, applied_seq, repeat('0', 64), ${tx.now} from spot_progress where market = 'BTC-USDT'`,
  },
];
