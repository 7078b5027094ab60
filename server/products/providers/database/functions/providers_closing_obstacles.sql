-- Orders that have not ended. The detail is the order.
create or replace function providers_closing_obstacles(person bigint) returns TABLE(code text, detail text)
language sql stable set search_path = public, pg_temp as $$
  select 'orders', made.hash
  from provider_orders made
  where made.user_id = person and made.ended_at is null
    -- A purchase that nobody will pay is only watched.
    and not (made.product = 'on_ramp' and made.status = 'submitted' and exists (
      select from ramp_orders ramp where ramp.quote_id = made.quote_id and ramp.released_at is not null))
  order by made.id
$$;
revoke all on function providers_closing_obstacles(bigint) from public;
