-- A channel counts from its first code that was shown. Notifies its owner, whichever process wrote it.
create or replace function tell_code_channel() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  is_added boolean := new.confirmed_at is not null and new.removed_at is null;
  detail   text := case new.channel when 'sms' then 'codes by text' when 'push' then 'codes by push'
    when 'telegram' then 'codes by Telegram' else 'codes by email' end;
begin
  perform note_activity(new.user_id, case when is_added then 'factor_added' else 'factor_removed' end, detail);
  insert into events (type, subject, payload, at)
  values (case when is_added then 'account.factor_added' else 'account.factor_removed' end, new.user_id::text,
    case when is_added then with_hold(jsonb_build_object('detail', detail), 'auth.new_factor_hold_hours')
      else jsonb_build_object('detail', detail) end, market_now());
  return null;
end $$;
revoke all on function tell_code_channel() from public;
