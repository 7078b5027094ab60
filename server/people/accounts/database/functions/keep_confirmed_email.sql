-- Where an email may bring a password, the address is what the account hangs on: a web that is taken over would change it.
-- Only a function that says so changes one that was confirmed.
create or replace function keep_confirmed_email() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if not pg_has_role(current_user, (select relowner from pg_class where oid = tg_relid), 'usage') then
    raise exception 'an email that was confirmed stays' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
revoke all on function keep_confirmed_email() from public;
