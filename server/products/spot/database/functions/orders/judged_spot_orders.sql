-- Orders as they would be placed, with all that the tables say about each before the others of the list count: a fault of the order, whether its
-- client id is in use, a fault of its owner or of what allows it, the open orders of its owner in its market, and what is left of today's value.
-- What orders share has the same number: `pair` an owner and a market, `client` a client id, `budget` a trading session or a key. Robots of the
-- demo, for whom only a worker acts, have no budget.
create or replace function judged_spot_orders(orders jsonb, at timestamp with time zone) returns TABLE(made spot_orders, fault text, is_client_used boolean, owner_fault text, cents bigint, pair bigint, open_now bigint, most_open integer, client bigint, budget bigint, session_id bigint, left_cents bigint)
language plpgsql stable set search_path = public, pg_temp set enable_seqscan = 'off' set plan_cache_mode = 'force_generic_plan' as $$
#variable_conflict use_column
declare
  today date := (judged_spot_orders.at at time zone 'utc')::date;
begin
  return query
  with priced as materialized (
    select one.place, known as market, given.user_id, given.market as symbol, given.client_id, given.key_id,
           priced_spot_order(given, known) as made
    from jsonb_array_elements(orders) with ordinality as one (row, place)
    cross join lateral jsonb_populate_record(null::spot_orders, one.row) as given
    left join spot_markets known on known.symbol = given.market
  ), owners as materialized (
    select owner.user_id, kept_from_converting(owner.user_id) as kept, owner.symbol, (
        -- By the user, never by all open orders of the market: the offset keeps the inner conditions by themselves.
        select count(*)
        from (select live.market from spot_orders live where live.user_id = owner.user_id and live.ended_at is null offset 0) as own
        where own.market = owner.symbol) as open_now
    from (select distinct one.user_id, one.symbol from priced one) as owner
  )
  select one.made, spot_order_fault(one.made, one.market),
         one.client_id is not null and exists (
           select from spot_orders live
           where live.user_id = one.user_id and live.client_id = one.client_id and live.ended_at is null),
         coalesce(
           owners.kept,
           'halted:' || standing_halt(array['spot', 'ledger', 'coin_' || (one.market).base, 'coin_' || (one.market).quote]),
           case
             when session_user = 'parley_worker' then null
             when one.key_id is null and session.id is null then 'no_session'
             when one.key_id is null and one.symbol <> all (session.markets) then 'session_market'
             when worth.cents is null then 'no_rate'
             else room.fault
           end),
         worth.cents, dense_rank() over (order by one.user_id, one.symbol), owners.open_now, (one.market).max_orders,
         case when one.client_id is not null then dense_rank() over (order by one.user_id, one.client_id) end,
         case when session_user <> 'parley_worker' then dense_rank() over (order by one.key_id, session.id) end, session.id,
         case when one.key_id is not null then room.left_cents
           else session.day_usd_cents - case when session.day = today then session.used_usd_cents else 0 end end
  from priced one
  join owners on owners.user_id = one.user_id and owners.symbol = one.symbol
  left join spot_sessions session
    on session.user_id = one.user_id and session.ended_at is null and session.expires_at > judged_spot_orders.at
    and one.key_id is null and session_user <> 'parley_worker'
  left join lateral spot_key_room(one.key_id, one.user_id, one.symbol, judged_spot_orders.at) as room on one.key_id is not null
  cross join lateral (values (usd_cents_of(
    coalesce((one.made).quote_limit_units,
      case when (one.made).held_units is not null then (one.made).lots * greatest((one.made).price_ticks, (one.made).oco_ticks) end),
    (one.market).quote, judged_spot_orders.at))) as worth (cents)
  order by one.place;
end $$;
revoke all on function judged_spot_orders(jsonb,timestamp with time zone) from public;
