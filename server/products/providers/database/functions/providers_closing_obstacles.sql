-- Orders that have not ended. The detail is the order.
create or replace function providers_closing_obstacles(person bigint) returns TABLE(code text, detail text)
language sql stable set search_path = public, pg_temp as $$
  select 'orders', made.hash
  from provider_orders made
  where made.user_id = person and made.ended_at is null
  order by made.id
$$;
revoke all on function providers_closing_obstacles(bigint) from public;
