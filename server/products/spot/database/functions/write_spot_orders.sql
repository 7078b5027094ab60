-- Writes the states of orders, and gives back what they hold and do not need: all of it at their end, and what a better price or a lower quantity
-- left over while they rest.
create or replace function write_spot_orders(progress spot_progress, known spot_markets, orders jsonb, to_seq bigint, at timestamp with time zone) returns void
language plpgsql set search_path = public, pg_temp set plan_cache_mode = 'force_generic_plan' as $$
declare
  changed  spot_orders;
  here     spot_orders;
  fault    text;
  needed   bigint;
  currency text;
  subjects text[] := '{}';
  givers   text[] := '{}';
  takers   text[] := '{}';
  amounts  bigint[] := '{}';
begin
  for changed in select one.* from jsonb_populate_recordset(null::spot_orders, orders) as one order by one.id loop
    select one.* into here from spot_orders one where one.id = changed.id and one.market = known.symbol;
    changed.was_set_off := coalesce(changed.was_set_off, false);
    fault := spot_end_fault(changed, here, progress.applied_seq, to_seq);
    if fault is not null then
      raise exception 'order % of % %', changed.id, known.symbol, fault using errcode = 'check_violation';
    end if;
    here := spot_order_set_off(here, changed.was_set_off);
    needed := case
      when changed.status not in ('waiting', 'open') then 0
      when here.side = 'buy' then (changed.lots - here.filled_lots)
        * case when here.was_set_off or here.filled_lots > 0 then here.price_ticks else greatest(here.price_ticks, here.oco_ticks) end
      else (changed.lots - here.filled_lots) * known.lot_units
    end;
    if here.held_units > needed then
      currency := case here.side when 'buy' then known.quote else known.base end;
      subjects := subjects || (here.id || ':' || to_seq);
      givers := givers || spot_account(here.user_id, currency);
      takers := takers || available_account(here.user_id, currency);
      amounts := amounts || (here.held_units - needed);
    end if;
    update spot_orders one
    set status = changed.status, why = changed.why, lots = changed.lots, rank = changed.rank, price_ticks = here.price_ticks,
        oco_ticks = here.oco_ticks, was_set_off = here.was_set_off,
        held_units = least(one.held_units, needed),
        ended_at = case when changed.status in ('waiting', 'open') then null else write_spot_orders.at end
    where one.id = here.id;
  end loop;
  if cardinality(subjects) > 0 and 'posted' <> all (post_each(
    array_fill('spot_release'::text, array[cardinality(subjects)]), subjects, at,
    array(select generate_series(1, cardinality(subjects))), givers, takers, amounts)) then
    raise exception 'orders of % cannot give back what they hold', known.symbol using errcode = 'check_violation';
  end if;
end $$;
revoke all on function write_spot_orders(spot_progress,spot_markets,jsonb,bigint,timestamp with time zone) from public;
