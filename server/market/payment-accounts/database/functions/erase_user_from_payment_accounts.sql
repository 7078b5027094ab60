-- What was given to trades goes with their conversations.
create or replace function erase_user_from_payment_accounts(person bigint) returns void
language sql set search_path = public, pg_temp as $$
  delete from payment_accounts where user_id = person
$$;
revoke all on function erase_user_from_payment_accounts(bigint) from public;
