create or replace function erase_user_from_academy(person bigint) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  delete from lesson_progress where user_id = person;
end $$;
revoke all on function erase_user_from_academy(bigint) from public;
