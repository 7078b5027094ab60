-- The owner gives keys to the demo's robots.
create or replace function note_passkey() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not pg_has_role(session_user, (select relowner from pg_class where oid = tg_relid), 'usage') then
    perform note_activity(new.user_id, 'factor_added', 'passkey');
  end if;
  return null;
end $$;
revoke all on function note_passkey() from public;
