create or replace function erase_user_from_phones(person bigint) returns void
language sql set search_path = public, pg_temp as $$
  delete from phone_messages where user_id = person;
  delete from phones where user_id = person
$$;
revoke all on function erase_user_from_phones(bigint) from public;
