-- A password is often changed because an intruder was signed in: API keys that the intruder made end with their sessions.
create or replace function end_api_keys() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  ended text;
begin
  for ended in delete from api_keys where user_id = new.user_id returning name
  loop
    perform note_activity(new.user_id, 'api_key_ended', ended);
  end loop;
  return null;
end $$;
revoke all on function end_api_keys() from public;
