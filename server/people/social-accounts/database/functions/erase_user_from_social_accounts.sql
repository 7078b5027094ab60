create or replace function erase_user_from_social_accounts(person bigint) returns void
language sql set search_path = public, pg_temp as $$
  delete from social_accounts where user_id = person;
  delete from social_attempts where user_id = person
$$;
revoke all on function erase_user_from_social_accounts(bigint) from public;
