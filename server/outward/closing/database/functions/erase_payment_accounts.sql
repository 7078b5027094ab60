-- With the account go what it kept; what trades were given goes with their conversations.
create or replace function erase_payment_accounts() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from payment_accounts where user_id = new.user_id;
  return null;
end $$;
revoke all on function erase_payment_accounts() from public;
