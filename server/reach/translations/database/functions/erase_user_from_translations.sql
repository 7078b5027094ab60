create or replace function erase_user_from_translations(person bigint) returns void
language sql set search_path = public, pg_temp as $$
  delete from translation_acceptances where user_id = person
$$;
revoke all on function erase_user_from_translations(bigint) from public;
