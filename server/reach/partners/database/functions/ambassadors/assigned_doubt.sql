-- Why the trades of a newcomer do not count for their ambassador; null where one does, or there is none with a fee yet.
create or replace function assigned_doubt(newcomer bigint, ambassador bigint, at timestamp with time zone) returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select nullif(counted.why, 'waiting') from first_counted_trade(newcomer, ambassador, at) counted
$$;
revoke all on function assigned_doubt(bigint,bigint,timestamp with time zone) from public;
grant execute on function assigned_doubt(bigint,bigint,timestamp with time zone) to parley_web;
