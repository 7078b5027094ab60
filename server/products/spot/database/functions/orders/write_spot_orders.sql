-- Writes the states of the orders of a batch, pays its fills, and gives back what orders no longer need. Returns the owners, robots of the demo not
-- among them. Raises on what the fills and the log do not allow.
create or replace function write_spot_orders(progress spot_progress, known spot_markets, given jsonb, fills spot_fills[], asked spot_commands[], to_seq bigint, at timestamp with time zone) returns bigint[]
language plpgsql set search_path = public, pg_temp set enable_seqscan = 'off' set enable_hashjoin = 'off' set enable_mergejoin = 'off' set plan_cache_mode = 'force_generic_plan' as $$
declare
  orders spot_orders[];
  freed  bigint[];
  fault  text;
begin
  select array_agg(one.made order by (one.made).id), array_agg(one.freed_units order by (one.made).id),
         (array_agg(format('order %s of %s %s', (one.made).id, known.symbol, one.fault) order by (one.made).id)
           filter (where one.fault is not null))[1]
  into orders, freed, fault
  from checked_spot_orders(progress, known, given, fills, asked, to_seq, at) as one;
  if fault is not null then raise exception '%', fault using errcode = 'check_violation'; end if;
  update spot_orders one
  set status = made.status, why = made.why, lots = made.lots, rank = made.rank, price_ticks = made.price_ticks, oco_ticks = made.oco_ticks,
      was_set_off = made.was_set_off, filled_lots = made.filled_lots, filled_quote_units = made.filled_quote_units,
      fee_units = made.fee_units, held_units = made.held_units, ended_at = made.ended_at
  from unnest(orders) as made
  where one.id = made.id;
  perform post_spot_batch(known, fills, orders, freed, to_seq, at);
  return array(select distinct made.user_id from unnest(orders) as made where not made.by_robot);
end $$;
revoke all on function write_spot_orders(spot_progress,spot_markets,jsonb,spot_fills[],spot_commands[],bigint,timestamp with time zone) from public;
