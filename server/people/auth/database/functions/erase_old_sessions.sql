create or replace function erase_old_sessions(most integer) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  logs timestamptz := kept_since('retention.log_days', 365, 'day');
  many int;
begin
  -- Their addresses went before, a year after they ended.
  delete from sessions
  where id in (
    select old.id from sessions old
    where old.ip = '' and least(old.ended_at, old.expires_at) < logs
      and not exists (select from data_exports made where made.session_id = old.id)
    order by least(old.ended_at, old.expires_at)
    limit most);
  get diagnostics many = row_count;
  return many;
end $$;
revoke all on function erase_old_sessions(integer) from public;
