-- The detail is the coin.
create or replace function ledger_closing_obstacles(person bigint) returns TABLE(code text, detail text)
language sql stable set search_path = public, pg_temp as $$
  select 'balance', held.currency
  from (values ('BTC'), ('ETH'), ('USDT')) as held (currency)
  where exists (
    select
    from ledger_accounts account
    where account.name = any (array(
        select format('user:%s:%s:%s', person, held.currency, purpose)
        from unnest('{available,held,bond}'::text[]) as purpose))
      and account.balance_units <> 0)
$$;
revoke all on function ledger_closing_obstacles(bigint) from public;
