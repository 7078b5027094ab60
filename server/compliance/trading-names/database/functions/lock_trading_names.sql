-- One name is asked for or approved at a time: of two that look alike the second is refused.
create or replace function lock_trading_names() returns void
language sql set search_path = public, pg_temp as $$
  select pg_advisory_xact_lock(hashtextextended('trading names', 0))
$$;
revoke all on function lock_trading_names() from public;
