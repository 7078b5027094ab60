-- Of browsers whose session is over.
create or replace function erase_old_push_devices(most integer) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  many int;
begin
  delete from push_devices
  where id in (
    select device.id
    from push_devices device
    join sessions session on session.id = device.session_id
    where least(session.ended_at, session.expires_at, session.seen_at + make_interval(hours => session.idle_hours))
      < market_now() - interval '1 day'
    order by device.id
    limit most);
  get diagnostics many = row_count;
  return many;
end $$;
revoke all on function erase_old_push_devices(integer) from public;
