create or replace function erase_user_from_record_exports(person bigint) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  delete from record_exports where user_id = person;
end $$;
revoke all on function erase_user_from_record_exports(bigint) from public;
