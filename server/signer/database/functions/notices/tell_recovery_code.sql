-- Notifies the owner when recovery codes are used or replaced, by any process; the first codes come with a factor,
-- which has its own notification.
create or replace function tell_recovery_code() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  left_over text := (select count(*) from recovery_codes code where code.user_id = new.user_id and code.used_at is null)::text;
begin
  perform note_activity(new.user_id, 'recovery_code_used', left_over);
  insert into events (type, subject, payload, at)
  values ('account.recovery_code_used', new.user_id::text, jsonb_build_object('detail', left_over), market_now());
  return null;
end $$;
revoke all on function tell_recovery_code() from public;
