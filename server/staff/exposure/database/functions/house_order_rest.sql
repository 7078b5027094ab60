-- What an order of the operator has of each of its two coins, as its fills say: the rest of what was given, and what was received less the fee.
create or replace function house_order_rest(made house_orders) returns TABLE(currency text, units bigint)
language sql stable set search_path = public, pg_temp as $$
  select line.currency, line.units
  from spot_orders placed
  join spot_markets known on known.symbol = placed.market
  cross join lateral (values
    (known.base, case made.side when 'buy' then placed.filled_lots * known.lot_units - placed.fee_units
      else made.given_units - placed.filled_lots * known.lot_units end),
    (known.quote, case made.side when 'buy' then made.given_units - placed.filled_quote_units
      else placed.filled_quote_units - placed.fee_units end)
  ) as line (currency, units)
  where placed.id = made.order_id
$$;
revoke all on function house_order_rest(house_orders) from public;
grant execute on function house_order_rest(house_orders) to parley_web, parley_worker;
