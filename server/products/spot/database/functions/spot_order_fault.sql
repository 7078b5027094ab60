-- Why this order must not be placed in this market after those that were taken with it; null where it may: closed, restricted, on_hold, price, notional, too_many, same_client_id.
create or replace function spot_order_fault(made spot_orders, market spot_markets, taken spot_orders[]) returns text
language plpgsql stable set search_path = public, pg_temp as $$
begin
  return case
    when market.symbol is null then 'unknown_market'
    when market.status <> 'trading' or market.reference_ticks is null then 'closed'
    when exists (
      select
      from unnest(array[made.price_ticks, coalesce(made.stop_ticks, made.price_ticks), coalesce(made.oco_ticks, made.price_ticks)]) as price (ticks)
      where abs(price.ticks - market.reference_ticks) * 5000 > market.reference_ticks * market.band_bp
    ) then 'price'
    when coalesce(made.quote_limit_units, made.lots * least(made.price_ticks, made.oco_ticks)) < market.min_quote_units then 'notional'
    when (
      select count(*)
      from spot_orders live
      where live.user_id = made.user_id and live.market = made.market and live.ended_at is null
    ) + (
      select count(*)
      from unnest(taken) as live
      where live.user_id = made.user_id and live.market = made.market
    ) >= market.max_orders then 'too_many'
    when made.client_id is not null and exists (
      select
      from spot_orders live
      where live.user_id = made.user_id and live.client_id = made.client_id and live.ended_at is null
      union all
      select
      from unnest(taken) as live
      where live.user_id = made.user_id and live.client_id = made.client_id
    ) then 'same_client_id'
    else kept_from_converting(made.user_id)
  end;
end $$;
revoke all on function spot_order_fault(spot_orders,spot_markets,spot_orders[]) from public;
