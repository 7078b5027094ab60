-- What open orders change of the operator's own when they are delivered as quoted: coins come that users have set aside, and the provider
-- is paid; the money of a purchase comes, whose coins are promised already. Orders whose money is held wait for a decision.
create or replace function open_order_units() returns TABLE(currency text, units bigint)
language sql stable set search_path = public, pg_temp as $$
  select line.currency, sum(line.units)::bigint
  from provider_orders made
  join product_quotes quote on quote.id = made.quote_id
  left join ramp_orders ramp on ramp.quote_id = made.quote_id
  cross join lateral (
    values (made.currency, case when made.product = 'on_ramp' then 0 else made.units end),
      (quote.cost_currency, case
        when made.product <> 'on_ramp' then -quote.cost_units
        when made.status <> 'mismatch' and ramp.released_at is null then quote.cost_units else 0 end)
  ) as line (currency, units)
  where made.status in ('reserved', 'submitted', 'unknown', 'mismatch')
  group by line.currency
$$;
revoke all on function open_order_units() from public;
grant execute on function open_order_units() to parley_web, parley_worker;
