-- What a user's card account has free, in cents.
create or replace function card_balance(user_id bigint) returns bigint
language sql stable set search_path = public, pg_temp as $$
  select coalesce((
    select account.balance_units from ledger_accounts account where account.name = card_account(card_balance.user_id, false)), 0)
$$;
revoke all on function card_balance(bigint) from public;
