create or replace function stop_own_recovery(user_id bigint, at timestamp with time zone) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  shown account_recoveries;
begin
  perform assert_now(at);
  shown := locked_recovery((
    select one.id from account_recoveries one
    where one.user_id = stop_own_recovery.user_id and one.status in ('approved', 'ready')));
  if shown.id is null or shown.status not in ('approved', 'ready') then return 'gone'; end if;
  perform stop_running_recovery(shown, at);
  return 'stopped';
end $$;
revoke all on function stop_own_recovery(bigint,timestamp with time zone) from public;
grant execute on function stop_own_recovery(bigint,timestamp with time zone) to parley_web;
