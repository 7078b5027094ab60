create or replace function note_role() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform note_activity(coalesce(new.user_id, old.user_id),
    case tg_op when 'INSERT' then 'role_granted' else 'role_revoked' end, coalesce(new.role, old.role));
  return null;
end $$;
revoke all on function note_role() from public;
