-- Moves what these orders can cost at most into their owners' accounts of orders, writes them with the next commands of their markets, and counts
-- their values. What cannot be held does not count. The outcomes in their order: placed, insufficient.
create or replace function hold_spot_orders(made spot_orders[], cents bigint[], at timestamp with time zone) returns text[]
language plpgsql set search_path = public, pg_temp set plan_cache_mode = 'force_generic_plan' as $$
declare
  count    int := cardinality(made);
  outcomes text[];
  symbol   text;
  first    bigint;
  fee_of_maker int := (setting_value('spot.maker_bp') #>> '{}')::int;
  fee_of_taker int := (setting_value('spot.taker_bp') #>> '{}')::int;
begin
  if count = 0 then return '{}'; end if;
  select post_each(
    array_fill('spot_hold'::text, array[count]), array_agg(line.id::text order by line.ordinality), hold_spot_orders.at,
    array(select generate_series(1, count)),
    array_agg(available_account(line.user_id, line.spent) order by line.ordinality),
    array_agg(spot_account(line.user_id, line.spent) order by line.ordinality),
    array_agg(line.held_units order by line.ordinality))
  into outcomes
  from (
    select held.id, held.user_id, held.held_units, held.ordinality, case held.side when 'buy' then market.quote else market.base end as spent
    from unnest(made) with ordinality as held
    join spot_markets market on market.symbol = held.market
  ) as line;
  for symbol in select distinct held.market from unnest(made) as held order by held.market loop
    first := add_spot_commands(symbol, array(
      select row(null, null, 'place', held.id, null, null, null, null, null)::spot_commands
      from unnest(made) with ordinality as held
      where held.market = symbol and outcomes[held.ordinality] = 'posted'
      order by held.ordinality), hold_spot_orders.at);
    insert into spot_orders
      (id, hash, client_id, user_id, market, side, type, tif, price_ticks, stop_ticks, oco_ticks, placed_lots, lots, quote_limit_units,
       held_units, maker_bp, taker_bp, session_id, key_id, by_robot, seq, at) overriding system value
    select held.id, held.hash, held.client_id, held.user_id, held.market, held.side, held.type, held.tif, held.price_ticks, held.stop_ticks,
           held.oco_ticks, held.lots, held.lots, held.quote_limit_units, held.held_units, fee_of_maker, fee_of_taker,
           held.session_id, held.key_id, session_user = 'parley_worker', first + row_number() over (order by held.ordinality) - 1,
           hold_spot_orders.at
    from unnest(made) with ordinality as held
    where held.market = symbol and outcomes[held.ordinality] = 'posted'
    order by held.ordinality;
  end loop;
  perform count_spot_values(made, outcomes, cents, hold_spot_orders.at);
  return array_replace(outcomes, 'posted', 'placed');
end $$;
revoke all on function hold_spot_orders(spot_orders[],bigint[],timestamp with time zone) from public;
