-- Rows go after the time of logs. Returns how many.
create or replace function erase_recoveries() returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  many int;
begin
  delete from account_recoveries one
  where one.id in (
    select old.id from account_recoveries old
    where old.ended_at < kept_since('retention.log_days', 365, 'day')
    limit 200);
  get diagnostics many = row_count;
  return many;
end $$;
revoke all on function erase_recoveries() from public;
grant execute on function erase_recoveries() to parley_worker;
