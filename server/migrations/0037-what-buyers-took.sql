-- What orders to buy took of the trades of a minute: programs read it with the candle. Owned by products/spot.
alter table spot_candles add column bought_lots bigint not null default 0, add column bought_quote_units bigint not null default 0;
update spot_candles candle
set bought_lots = traded.lots, bought_quote_units = traded.quote_units
from (
  select fill.market, date_trunc('minute', fill.at) as start, sum(fill.lots)::bigint as lots,
         sum(fill.lots * fill.price_ticks)::bigint as quote_units
  from spot_fills fill
  where fill.taker_side = 'buy'
  group by 1, 2
) as traded
where traded.market = candle.market and traded.start = candle.start;
