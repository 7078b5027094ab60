-- What is over of sessions and of the devices that they notify, for erase_by_age.
create or replace function erase_sessions(kind text, most integer) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  logs timestamptz := kept_since('retention.log_days', 365, 'day');
  many int;
begin
  case kind
    when 'sessions' then
      -- Their addresses went before, a year after they ended.
      delete from sessions
      where id in (
        select old.id from sessions old
        where old.ip = '' and least(old.ended_at, old.expires_at) < logs
          and not exists (select from data_exports made where made.session_id = old.id)
        order by least(old.ended_at, old.expires_at)
        limit most);
    when 'push_devices' then
      delete from push_devices
      where id in (
        select device.id
        from push_devices device
        join sessions session on session.id = device.session_id
        where least(session.ended_at, session.expires_at, session.seen_at + make_interval(hours => session.idle_hours))
          < market_now() - interval '1 day'
        order by device.id
        limit most);
  end case;
  get diagnostics many = row_count;
  return many;
end $$;
revoke all on function erase_sessions(text,integer) from public;
