create or replace function bind_credential() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update credentials
  set user_id = new.id
  where reference = new.credential and user_id is null;
  if not found then
    raise exception 'a credential is bound once';
  end if;
  return null;
end $$;
revoke all on function bind_credential() from public;
