-- Orders in the states that a market process gives them, each with its fills of the batch, with what it no longer needs of what it holds, and with
-- what is wrong with it.
create or replace function checked_spot_orders(progress spot_progress, known spot_markets, given jsonb, fills spot_fills[], asked spot_commands[], to_seq bigint, at timestamp with time zone) returns TABLE(made spot_orders, freed_units bigint, fault text)
language plpgsql stable set search_path = public, pg_temp set enable_seqscan = 'off' set plan_cache_mode = 'force_generic_plan' as $$
declare
  asked_ids   bigint[] := array(select distinct one.order_id from unnest(asked) as one where one.kind in ('cancel', 'amend'));
  asked_users bigint[] := array(select distinct one.user_id from unnest(asked) as one where one.kind = 'cancel_all');
  amended     text[] := array(select one.order_id || ':' || one.lots from unnest(asked) as one where one.kind = 'amend');
begin
  return query
  with traded as materialized (
    select leg.order_id, sum(fill.lots)::bigint as lots, sum(fill.lots * fill.price_ticks)::bigint as quote_units,
           sum(case when leg.is_taker = (fill.taker_side = 'buy') then fill.buyer_fee_units else fill.seller_fee_units end)::bigint as fee_units,
           (array_agg(leg.is_taker order by fill.n))[1] as took_first, (array_agg(fill.price_ticks order by fill.n))[1] as first_ticks
    from unnest(fills) as fill
    cross join lateral (values (fill.maker_id, false), (fill.taker_id, true)) as leg (order_id, is_taker)
    group by leg.order_id
  ), changes as materialized (
    select one as row, one.id, count(*) over (partition by one.id) as times, one.was_set_off
    from jsonb_populate_recordset(null::spot_orders, given) as one
  )
  select settled.made, settled.freed_units,
         case
           when changes.id is null then 'has fills and no state'
           when changes.times > 1 then 'has two states'
           when (moved.made).market <> known.symbol then 'is of another market'
           else spot_end_fault(changes.row, moved.made, progress.applied_seq, to_seq, asked_ids, asked_users, amended)
         end
  from changes
  full join traded on traded.order_id = changes.id
  -- By key, however many orders there are: the offset keeps it a look-up of each.
  left join lateral (
    select live as made
    from spot_orders live
    where live.id = coalesce(changes.id, traded.order_id)
    offset 0
  ) as here on true
  cross join lateral (values (spot_order_after(
    here.made, coalesce(traded.took_first or traded.first_ticks = (here.made).oco_ticks, false),
    coalesce(traded.lots, 0), coalesce(traded.quote_units, 0)))) as moved (made)
  cross join lateral settled_spot_order(
    changes.row, moved.made, known, coalesce(traded.lots, 0), coalesce(traded.quote_units, 0), coalesce(traded.fee_units, 0),
    checked_spot_orders.at) as settled;
end $$;
revoke all on function checked_spot_orders(spot_progress,spot_markets,jsonb,spot_fills[],spot_commands[],bigint,timestamp with time zone) from public;
