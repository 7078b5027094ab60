-- Coins and money that the operator brought to its own accounts after a posting, less what was taken back: neither gain nor loss.
create or replace function exposure_moved(after_posting bigint) returns TABLE(currency text, units bigint)
language sql stable set search_path = public, pg_temp as $$
  with own as materialized (
    select account.id, account.currency
    from ledger_accounts account
    where account.kind = 'house' and account.name ~ ':inventory$'
  )
  select moved.currency, sum(moved.units)::bigint
  from (
    select own.currency, line.units
    from own
    join postings line on line.to_account = own.id and line.id > exposure_moved.after_posting
    join journals made on made.id = line.journal_id and made.kind in ('deposit', 'provider_deposit')
    union all
    select own.currency, -line.units
    from own
    join postings line on line.from_account = own.id and line.id > exposure_moved.after_posting
    join journals made on made.id = line.journal_id and made.kind = 'deposit_reversal'
  ) as moved
  group by moved.currency
$$;
revoke all on function exposure_moved(bigint) from public;
