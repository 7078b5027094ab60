create or replace function erase_questions() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from security_questions where user_id = new.user_id;
  return null;
end $$;
revoke all on function erase_questions() from public;
