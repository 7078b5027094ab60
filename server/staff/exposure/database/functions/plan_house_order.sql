-- Plans the next order that follows the open advice about a coin: at most the way back to the target as it is now, and the largest order of the
-- settings; no worse than the price of now with the allowance of the settings. Of a market one order is under way, and one begins a minute.
-- At a venue outside it is of what was read there after the last order. Outcomes: planned, none without an open advice, busy, waits, closed, stale,
-- small, short where too little is outside, and those of house_order_hold.
create or replace function plan_house_order(currency text, external_ref text, venue text, at timestamp with time zone) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  seen    record;
  advised house_advice;
  known   spot_markets;
  hold    text;
  price   numeric;
  slip    numeric := (setting_value('exposure.hedge_slip_bp') #>> '{}')::numeric / 10000;
  most    numeric;
  made    house_orders;
begin
  perform assert_now(at);
  perform pg_advisory_xact_lock(7265063);
  select one.* into advised from house_advice one where one.currency = plan_house_order.currency and one.status = 'open' for update;
  if advised.id is null then return 'none'; end if;
  hold := house_order_hold(venue, at);
  if hold is not null then return hold; end if;
  select one.* into known from spot_markets one where one.base = plan_house_order.currency and one.quote = 'USDT';
  if known.symbol is null or (venue = 'spot' and known.status <> 'trading') then return 'closed'; end if;
  if exists (select from house_orders one where one.market = known.symbol and one.ended_at is null) then return 'busy'; end if;
  if exists (select from house_orders one where one.market = known.symbol and one.planned_at > at - interval '1 minute') then return 'waits'; end if;
  select one.* into strict seen from judged_exposure(at) one where one.currency = plan_house_order.currency;
  price := seen.usd_rate / dollar_rate('USDT', at);
  if price is null then return 'stale'; end if;
  -- In dollars, so that the largest order of the settings needs no other price.
  most := (setting_value('exposure.hedge_usd') #>> '{}')::numeric * coin_units(currency) / seen.usd_rate;
  made.way_units := case advised.side when 'buy' then seen.target_units - seen.units else seen.units - seen.target_units end;
  made.lots := floor(least(made.way_units, most) / known.lot_units);
  price := price * coin_units(known.quote) / known.tick_units;
  made.price_ticks := case advised.side when 'buy' then floor(price * (1 + slip)) else ceil(price * (1 - slip)) end;
  if made.lots < 1 or made.lots * made.price_ticks < known.min_quote_units then return 'small'; end if;
  if venue <> 'spot' and not has_at_venue(venue, advised.side, known, made.lots, made.price_ticks) then return 'short'; end if;
  insert into house_orders (external_ref, venue, advice_id, user_id, market, side, lots, price_ticks, way_units, lot_units, planned_at)
  values (external_ref, venue, advised.id, case venue when 'spot' then house_trader() end, known.symbol, advised.side, made.lots, made.price_ticks, made.way_units, known.lot_units, at);
  return 'planned';
end $$;
revoke all on function plan_house_order(text,text,text,timestamp with time zone) from public;
grant execute on function plan_house_order(text,text,text,timestamp with time zone) to parley_worker;
