create or replace function erase_api_keys() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from api_keys where user_id = new.user_id;
  return null;
end $$;
revoke all on function erase_api_keys() from public;
