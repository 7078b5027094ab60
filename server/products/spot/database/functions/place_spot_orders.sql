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
  answer  text;
  answers text[] := '{}';
  taken   spot_orders[] := '{}';
  held    text[];
  before  int := 0;
begin
  perform assert_now(at);
  perform assert_may_act_for(array(select (one ->> 'user_id')::bigint from jsonb_array_elements(orders) as one));
  perform lock_spot_placing(orders);
  for made in select one.* from jsonb_array_elements(orders) as given (row), jsonb_populate_record(null::spot_orders, given.row) as one loop
    select known.* into market from spot_markets known where known.symbol = made.market;
    made := priced_spot_order(made, market);
    value := coalesce(made.quote_limit_units, made.lots * greatest(made.price_ticks, made.oco_ticks));
    answer := coalesce(
      spot_order_fault(made, market, taken),
      'halted:' || standing_halt(array['spot', 'ledger', 'coin_' || market.base, 'coin_' || market.quote]));
    if answer is null then
      counted := count_spot_value(made, usd_cents_of(value, market.quote, at), at);
      answer := counted.outcome;
    end if;
    if answer is null then
      made.held_units := case made.side when 'buy' then value else made.lots * market.lot_units end;
      made.id := nextval(pg_get_serial_sequence('spot_orders', 'id'));
      made.session_id := counted.session_id;
      taken := array_append(taken, made);
    end if;
    answers := array_append(answers, answer);
  end loop;
  held := hold_spot_orders(taken, at);
  for number in 1 .. cardinality(answers) loop
    if answers[number] is null then before := before + 1; end if;
    place := number;
    outcome := coalesce(answers[number], held[before]);
    return next;
  end loop;
end $$;
revoke all on function place_spot_orders(jsonb,timestamp with time zone) from public;
grant execute on function place_spot_orders(jsonb,timestamp with time zone) to parley_web, parley_worker;
