-- Why a case cannot be approved, by any staff member; null where it can. The documents to compare with were approved before the
-- case began.
create or replace function recovery_fault(known account_recoveries, at timestamp with time zone) returns text
language sql stable set search_path = public, pg_temp as $$
  select case
    when known.user_id is null then 'no_account'
    when exists (select from user_roles granted where granted.user_id = known.user_id) then 'staff_account'
    when exists (select from account_closures gone where gone.user_id = known.user_id and gone.closed_at is not null) then 'closed'
    when not exists (
      select from verifications shown
      where shown.user_id = known.user_id and shown.kind = 'id' and shown.status = 'approved' and shown.decided_at < known.started_at)
      then 'no_document'
    when exists (
      select from account_recoveries before
      where before.user_id = known.user_id and before.status = 'stopped'
        and before.ended_at > at - make_interval(days => (setting_value('accounts.recovery_stop_days') #>> '{}')::int))
      then 'stopped_before'
    when exists (
      select from account_recoveries other
      where other.user_id = known.user_id and other.id <> known.id and other.status in ('approved', 'ready')) then 'running'
    when exists (
      select from users other
      where other.email_index = known.email_index and other.email_confirmed_at is not null and other.id <> known.user_id)
      then 'email_taken'
  end
$$;
revoke all on function recovery_fault(account_recoveries,timestamp with time zone) from public;
