-- Coins and money that the operator brought or took since a day began: neither gain nor loss. To its own accounts, and at venues outside what
-- the orders of the day do not explain.
create or replace function exposure_moved(begun exposure_days) returns TABLE(currency text, units bigint)
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
    join postings line on line.to_account = own.id and line.id > begun.after_posting
    join journals made on made.id = line.journal_id and made.kind in ('deposit', 'provider_deposit')
    union all
    select own.currency, -line.units
    from own
    join postings line on line.from_account = own.id and line.id > begun.after_posting
    join journals made on made.id = line.journal_id and made.kind = 'deposit_reversal'
    union all
    select outside.currency, outside.units from venue_balances outside
    union all
    select start.currency, -start.venue_units from exposure_starts start where start.day = begun.day
    union all
    select line.currency, -line.units
    from house_orders made
    join spot_markets known on known.symbol = made.market
    cross join lateral (values
      (known.base, case made.side when 'buy' then made.filled_units else -made.filled_units end - made.base_fee_units),
      (known.quote, case made.side when 'buy' then -made.quote_units else made.quote_units end - made.quote_fee_units)
    ) as line (currency, units)
    where made.venue <> 'spot' and made.status = 'ended' and made.ended_at >= begun.began_at
  ) as moved
  group by moved.currency
$$;
revoke all on function exposure_moved(exposure_days) from public;
