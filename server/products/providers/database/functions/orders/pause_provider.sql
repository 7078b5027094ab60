-- A provider that sold one code twice takes no new orders of the country for an hour, however well it answers.
create or replace function pause_provider(made provider_orders, at timestamp with time zone) returns void
language sql set search_path = public, pg_temp as $$
  update provider_health health
  set paused_until = at + interval '1 hour', why = 'repeated'
  where (health.provider, health.product, health.country) = (made.provider, made.product, made.country)
$$;
revoke all on function pause_provider(provider_orders,timestamp with time zone) from public;
