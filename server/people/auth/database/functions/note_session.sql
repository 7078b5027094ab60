-- Sessions. The owner opens those of a demo market's people, who are nobody.
create or replace function note_session() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not pg_has_role(session_user, (select relowner from pg_class where oid = tg_relid), 'usage') or tg_op = 'UPDATE' then
    perform note_activity_from(new.user_id, case tg_op when 'INSERT' then 'signed_in' else 'session_ended' end, '',
      new.ip, new.user_agent);
  end if;
  return null;
end $$;
revoke all on function note_session() from public;
