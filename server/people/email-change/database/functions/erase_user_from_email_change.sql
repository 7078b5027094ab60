create or replace function erase_user_from_email_change(person bigint) returns void
language sql set search_path = public, pg_temp as $$
  delete from email_changes where user_id = person
$$;
revoke all on function erase_user_from_email_change(bigint) from public;
