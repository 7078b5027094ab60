-- The names that accounts of this person can have.
create or replace function user_account_names(person bigint) returns text[]
language sql stable set search_path = public, pg_temp as $$
  select array_agg(format('user:%s:%s:%s', person, money.code, purpose.purpose))
  from ledger_purposes purpose
  join ledger_currencies money on money.is_coin or purpose.is_fiat_too
  where purpose.holder = 'user'
$$;
revoke all on function user_account_names(bigint) from public;
grant execute on function user_account_names(bigint) to parley_web;
