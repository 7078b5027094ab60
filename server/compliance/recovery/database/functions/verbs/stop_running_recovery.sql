create or replace function stop_running_recovery(shown account_recoveries, at timestamp with time zone) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  perform end_recovery(shown.id, 'stopped', at);
  perform loosen_recovery(shown.user_id, at);
  perform note_activity(shown.user_id, 'staff_recovery_stopped', shown.code);
  insert into events (type, subject, payload, at)
  values ('account.staff_recovery_stopped', shown.user_id::text, jsonb_build_object('detail', shown.code), at);
  perform tell_recovery_case(shown.reference, at);
end $$;
revoke all on function stop_running_recovery(account_recoveries,timestamp with time zone) from public;
