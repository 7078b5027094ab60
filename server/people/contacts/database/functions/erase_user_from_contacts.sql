create or replace function erase_user_from_contacts(person bigint) returns void
language sql set search_path = public, pg_temp as $$
  delete from user_relations where user_id = person or other_id = person
$$;
revoke all on function erase_user_from_contacts(bigint) from public;
