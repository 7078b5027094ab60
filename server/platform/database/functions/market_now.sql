create or replace function market_now() returns timestamp with time zone
language sql as $$
  select coalesce(stands_at, clock_timestamp()) + shift from market_clock
$$;
