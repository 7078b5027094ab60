-- By the link to the former mailbox, once: 'stopped'; 'gone'. It holds: nobody approves another for some weeks.
create or replace function stop_recovery(token_hash text, at timestamp with time zone) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  shown account_recoveries;
begin
  perform assert_now(at);
  shown := locked_recovery((select one.id from account_recoveries one where one.stop_hash = stop_recovery.token_hash));
  if shown.id is null or shown.status not in ('approved', 'ready') then return 'gone'; end if;
  perform stop_running_recovery(shown, at);
  return 'stopped';
end $$;
revoke all on function stop_recovery(text,timestamp with time zone) from public;
grant execute on function stop_recovery(text,timestamp with time zone) to parley_web;
