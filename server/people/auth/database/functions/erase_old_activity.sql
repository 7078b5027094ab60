create or replace function erase_old_activity() returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  before timestamptz := kept_since('retention.log_days', 365, 'day');
  erased int;
  emptied int;
begin
  delete from account_activity
  where id in (select old.id from account_activity old where old.at < before order by old.at limit 5000);
  get diagnostics erased = row_count;
  update sessions
  set ip = '', user_agent = ''
  where id in (
    select old.id
    from sessions old
    where old.ip <> '' and least(old.ended_at, old.expires_at) < before
    order by least(old.ended_at, old.expires_at)
    limit 5000);
  get diagnostics emptied = row_count;
  return erased + emptied;
end $$;
revoke all on function erase_old_activity() from public;
grant execute on function erase_old_activity() to parley_worker;
