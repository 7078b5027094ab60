-- The order after these fills. One with two prices, of which nothing has traded before, lets them change places where its stop is due.
create or replace function spot_order_after(made spot_orders, is_due boolean, lots bigint, quote_units bigint) returns spot_orders
language plpgsql immutable set search_path = public, pg_temp as $$
declare
  limit_ticks bigint := made.price_ticks;
begin
  if is_due and made.type = 'oco' and not made.was_set_off and made.filled_lots = 0 then
    made.price_ticks := made.oco_ticks;
    made.oco_ticks := limit_ticks;
    made.was_set_off := true;
  end if;
  made.filled_lots := made.filled_lots + spot_order_after.lots;
  made.filled_quote_units := made.filled_quote_units + spot_order_after.quote_units;
  return made;
end $$;
revoke all on function spot_order_after(spot_orders,boolean,bigint,bigint) from public;
