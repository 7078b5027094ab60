create or replace function erase_avatar() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform drop_avatar(new.user_id);
  return null;
end $$;
revoke all on function erase_avatar() from public;
