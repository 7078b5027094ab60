-- Shows this picture instead of the previous one, or none where the name is null. False where there was nothing to take away.
create or replace function set_avatar(user_id bigint, name text, file_key text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  had boolean;
begin
  perform from users where users.id = user_id for update;
  had := drop_avatar(user_id);
  if name is null then return had; end if;
  insert into avatars (user_id, name, file_key, set_at)
  values (user_id, name, file_key, market_now());
  update users set avatar = set_avatar.name where users.id = user_id;
  return true;
end $$;
revoke all on function set_avatar(bigint,text,text) from public;
grant execute on function set_avatar(bigint,text,text) to parley_web;
