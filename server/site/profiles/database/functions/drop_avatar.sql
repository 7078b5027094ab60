-- Takes the picture away; false where there is none. Its file goes to the list.
create or replace function drop_avatar(user_id bigint) returns boolean
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  gone text;
begin
  delete from avatars shown where shown.user_id = drop_avatar.user_id returning file_key into gone;
  if gone is null then return false; end if;
  insert into retention_files (file_key) values (gone) on conflict do nothing;
  update users set avatar = null where users.id = drop_avatar.user_id;
  return true;
end $$;
revoke all on function drop_avatar(bigint) from public;
