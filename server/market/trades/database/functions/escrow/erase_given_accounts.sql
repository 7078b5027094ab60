-- When the terms of a trade's offer are erased by age, so are the accounts that were given to it.
create or replace function erase_given_accounts() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from trade_payment_accounts where trade_id = new.id;
  delete from trade_payers where trade_id = new.id;
  return null;
end $$;
revoke all on function erase_given_accounts() from public;
