-- Whether the password is still the one that was compared then. Until the end of the transaction it stays so: a session
-- of the old one cannot begin beside its end.
create or replace function password_stands(user_id bigint, since timestamp with time zone) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  last_change timestamptz;
begin
  select credential.changed_at into last_change
  from credentials credential
  where credential.user_id = password_stands.user_id
  for share;
  return found and (last_change is null or last_change <= since);
end $$;
revoke all on function password_stands(bigint,timestamp with time zone) from public;
grant execute on function password_stands(bigint,timestamp with time zone) to parley_web;
