-- The detail is the currency.
create or replace function ledger_closing_obstacles(person bigint) returns TABLE(code text, detail text)
language sql stable set search_path = public, pg_temp as $$
  select distinct 'balance', account.currency
  from ledger_accounts account
  where account.name = any (user_account_names(person)) and account.balance_units <> 0
$$;
revoke all on function ledger_closing_obstacles(bigint) from public;
