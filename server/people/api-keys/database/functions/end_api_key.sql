-- Its owner ends it: false where there is none of this name.
create or replace function end_api_key(user_id bigint, public_id text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  ended text;
begin
  delete from api_keys known
  where known.user_id = end_api_key.user_id and known.public_id = end_api_key.public_id
  returning known.name into ended;
  if ended is null then return false; end if;
  perform note_activity(user_id, 'api_key_ended', ended);
  return true;
end $$;
revoke all on function end_api_key(bigint,text) from public;
grant execute on function end_api_key(bigint,text) to parley_web;
