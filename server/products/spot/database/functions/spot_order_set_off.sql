-- The order as its stop leaves it, where it has two prices and nothing of it has traded: they change places. Others stay as they are.
create or replace function spot_order_set_off(made spot_orders, is_due boolean) returns spot_orders
language plpgsql immutable set search_path = public, pg_temp as $$
declare
  limit_ticks bigint := made.price_ticks;
begin
  if is_due and made.type = 'oco' and not made.was_set_off and made.filled_lots = 0 then
    made.price_ticks := made.oco_ticks;
    made.oco_ticks := limit_ticks;
    made.was_set_off := true;
  end if;
  return made;
end $$;
revoke all on function spot_order_set_off(spot_orders,boolean) from public;
