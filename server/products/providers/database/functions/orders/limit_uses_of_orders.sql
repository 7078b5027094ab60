-- What orders use of the limits of levels: see limitUses.
create or replace function limit_uses_of_orders() returns TABLE(subject text, user_id bigint, begun_at timestamp with time zone, cents bigint)
language sql stable set search_path = public, pg_temp as $$
  select made.hash, made.user_id, made.created_at, case when made.status = 'returned' then 0 else quote.cost_units end
  from provider_orders made
  join product_quotes quote on quote.id = made.quote_id
$$;
revoke all on function limit_uses_of_orders() from public;
grant execute on function limit_uses_of_orders() to parley_worker;
