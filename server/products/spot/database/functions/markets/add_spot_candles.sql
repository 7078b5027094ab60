-- Adds the fills from this number on to the candle of their minute.
create or replace function add_spot_candles(market text, first_n bigint, at timestamp with time zone) returns void
language sql set search_path = public, pg_temp as $$
  insert into spot_candles as candle
    (market, start, open_ticks, high_ticks, low_ticks, close_ticks, lots, quote_units, trades, last_n,
     bought_lots, bought_quote_units)
  select fill.market, date_trunc('minute', add_spot_candles.at), (array_agg(fill.price_ticks order by fill.n))[1],
         max(fill.price_ticks), min(fill.price_ticks), (array_agg(fill.price_ticks order by fill.n desc))[1],
         sum(fill.lots)::bigint, sum(fill.lots * fill.price_ticks)::bigint, count(*)::int, max(fill.n),
         coalesce(sum(fill.lots) filter (where fill.taker_side = 'buy'), 0)::bigint,
         coalesce(sum(fill.lots * fill.price_ticks) filter (where fill.taker_side = 'buy'), 0)::bigint
  from spot_fills fill
  where fill.market = add_spot_candles.market and fill.n >= first_n
  group by fill.market
  on conflict (market, start) do update
  set high_ticks = greatest(candle.high_ticks, excluded.high_ticks), low_ticks = least(candle.low_ticks, excluded.low_ticks),
      close_ticks = excluded.close_ticks, lots = candle.lots + excluded.lots, quote_units = candle.quote_units + excluded.quote_units,
      trades = candle.trades + excluded.trades, last_n = excluded.last_n,
      bought_lots = candle.bought_lots + excluded.bought_lots,
      bought_quote_units = candle.bought_quote_units + excluded.bought_quote_units
$$;
revoke all on function add_spot_candles(text,bigint,timestamp with time zone) from public;
