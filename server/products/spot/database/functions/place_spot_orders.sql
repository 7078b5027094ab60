-- Takes orders as commands for their market, and moves what each can cost at most into its owner's account of orders. A market order has its
-- worst price fixed here. Outcomes by place, from 1: placed, unknown_market, closed, price, notional, too_many, same_client_id, on_hold, restricted,
-- no_session, session_limit, no_key, key_market, key_limit, no_rate, insufficient, halted:<name>.
create or replace function place_spot_orders(orders jsonb, at timestamp with time zone) returns TABLE(place integer, outcome text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  made    spot_orders;
  market  spot_markets;
  value   bigint;
  counted record;
  number  int := 0;
  answer  text;
begin
  perform assert_now(at);
  perform assert_may_act_for(array(select (one ->> 'user_id')::bigint from jsonb_array_elements(orders) as one));
  perform lock_spot_placing(orders);
  for made in select one.* from jsonb_array_elements(orders) as given (row), jsonb_populate_record(null::spot_orders, given.row) as one loop
    number := number + 1;
    select known.* into market from spot_markets known where known.symbol = made.market;
    made := priced_spot_order(made, market);
    value := coalesce(made.quote_limit_units, made.lots * greatest(made.price_ticks, made.oco_ticks));
    answer := coalesce(
      spot_order_fault(made, market),
      'halted:' || standing_halt(array['spot', 'ledger', 'coin_' || market.base, 'coin_' || market.quote]));
    if answer is null then
      counted := count_spot_value(made, usd_cents_of(value, market.quote, at), at);
      answer := counted.outcome;
    end if;
    if answer is null then
      made.held_units := case made.side when 'buy' then value else made.lots * market.lot_units end;
      made.id := nextval(pg_get_serial_sequence('spot_orders', 'id'));
      answer := (post_each(
        array['spot_hold'], array[made.id::text], at, array[1],
        array[available_account(made.user_id, case made.side when 'buy' then market.quote else market.base end)],
        array[spot_account(made.user_id, case made.side when 'buy' then market.quote else market.base end)],
        array[made.held_units]))[1];
    end if;
    if answer = 'posted' then
      answer := 'placed';
      insert into spot_orders
        (id, hash, client_id, user_id, market, side, type, tif, price_ticks, stop_ticks, oco_ticks, placed_lots, lots, quote_limit_units,
         held_units, maker_bp, taker_bp, session_id, key_id, by_robot, seq, at) overriding system value
      values (made.id, made.hash, made.client_id, made.user_id, made.market, made.side, made.type, made.tif, made.price_ticks,
              made.stop_ticks, made.oco_ticks, made.lots, made.lots, made.quote_limit_units, made.held_units,
              (setting_value('spot.maker_bp') #>> '{}')::int, (setting_value('spot.taker_bp') #>> '{}')::int, counted.session_id, made.key_id,
              session_user = 'parley_worker',
              add_spot_commands(made.market, array[row(null, null, 'place', made.id, null, null, null, null, null)::spot_commands], place_spot_orders.at),
              place_spot_orders.at);
    elsif answer = 'insufficient' then
      -- What was not placed does not count.
      perform count_spot_value(made, -usd_cents_of(value, market.quote, place_spot_orders.at), place_spot_orders.at);
    end if;
    place := number;
    outcome := answer;
    return next;
  end loop;
end $$;
revoke all on function place_spot_orders(jsonb,timestamp with time zone) from public;
grant execute on function place_spot_orders(jsonb,timestamp with time zone) to parley_web, parley_worker;
