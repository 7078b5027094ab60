-- The owner seals emails anew with another secret: that changes their marks, and no email.
create or replace function note_account_change() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if old.email_confirmed_at is null and new.email_confirmed_at is not null then
    perform note_activity(new.id, 'email_confirmed', '');
  end if;
  if old.email_index <> new.email_index
    and not pg_has_role(session_user, (select relowner from pg_class where oid = tg_relid), 'usage')
  then
    perform note_activity(new.id, 'email_changed', '');
  end if;
  if old.username <> new.username then
    perform note_activity(new.id, 'username_changed', old.username);
  end if;
  return null;
end $$;
revoke all on function note_account_change() from public;
