-- The order in the state that a market process gives it, after its fills, and what it no longer needs of what it holds: all of it at its end, and
-- what a better price or a lower quantity left over while it rests.
create or replace function settled_spot_order(changed spot_orders, here spot_orders, known spot_markets, lots bigint, quote_units bigint, fee_units bigint, at timestamp with time zone, out made spot_orders, out freed_units bigint)
language plpgsql immutable set search_path = public, pg_temp as $$
declare
  needed bigint;
begin
  made := spot_order_after(here, changed.was_set_off, 0, 0);
  needed := case
    when changed.status not in ('waiting', 'open') then 0
    when made.side = 'buy' then (changed.lots - made.filled_lots)
      * case when made.was_set_off or made.filled_lots > 0 then made.price_ticks else greatest(made.price_ticks, made.oco_ticks) end
    else (changed.lots - made.filled_lots) * known.lot_units
  end;
  made.fee_units := made.fee_units + settled_spot_order.fee_units;
  made.held_units := made.held_units - case made.side when 'buy' then settled_spot_order.quote_units
    else settled_spot_order.lots * known.lot_units end;
  freed_units := greatest(0, made.held_units - needed);
  made.held_units := made.held_units - freed_units;
  made.status := changed.status;
  made.why := changed.why;
  made.lots := changed.lots;
  made.rank := changed.rank;
  made.ended_at := case when changed.status in ('waiting', 'open') then null else settled_spot_order.at end;
end $$;
revoke all on function settled_spot_order(spot_orders,spot_orders,spot_markets,bigint,bigint,bigint,timestamp with time zone) from public;
