-- For screens that show it.
create or replace function chargeback_time(hash text) returns timestamp with time zone
language sql stable security definer set search_path = public, pg_temp as $$
  select chargeback_until(trade) from trades trade where trade.hash = chargeback_time.hash
$$;
revoke all on function chargeback_time(text) from public;
grant execute on function chargeback_time(text) to parley_web;
