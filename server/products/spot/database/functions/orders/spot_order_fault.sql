-- Why this order must not be placed in this market, by itself: unknown_market, closed, price, notional, insufficient for a sum that cannot be;
-- null where it may.
create or replace function spot_order_fault(made spot_orders, market spot_markets) returns text
language plpgsql immutable set search_path = public, pg_temp as $$
begin
  return case
    when market.symbol is null then 'unknown_market'
    when market.status <> 'trading' or market.reference_ticks is null then 'closed'
    when greatest(
        greatest(made.price_ticks, made.stop_ticks, made.oco_ticks) - market.reference_ticks,
        market.reference_ticks - least(made.price_ticks, made.stop_ticks, made.oco_ticks)) * 5000 > market.reference_ticks * market.band_bp
      then 'price'
    when coalesce(made.quote_limit_units, made.lots::numeric * least(made.price_ticks, made.oco_ticks)) < market.min_quote_units then 'notional'
    when made.held_units is null then 'insufficient'
  end;
end $$;
revoke all on function spot_order_fault(spot_orders,spot_markets) from public;
