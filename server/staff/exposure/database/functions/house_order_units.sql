-- Money of the inventory that orders of the operator have now: what was given for them, less what their fills spent, and what these brought.
create or replace function house_order_units() returns TABLE(currency text, units bigint)
language sql stable set search_path = public, pg_temp as $$
  select line.currency, sum(line.units)::bigint
  from house_orders made
  join house_order_rest(made) line on true
  where made.status = 'placed'
  group by line.currency
$$;
revoke all on function house_order_units() from public;
grant execute on function house_order_units() to parley_web, parley_worker;
