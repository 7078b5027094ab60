create or replace function erase_code_devices() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from code_devices where user_id = new.user_id;
  return null;
end $$;
revoke all on function erase_code_devices() from public;
