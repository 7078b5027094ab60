-- The operator's exposure in each currency that is not empty: its own accounts, without what it has set aside for others, its orders on the
-- spot markets, what it has at venues outside, and open orders of users. The page of the staff explains the same sum by account.
create or replace function own_exposure() returns TABLE(currency text, units bigint)
language sql stable set search_path = public, pg_temp as $$
  select part.currency, sum(part.units)::bigint
  from (
    select account.currency, account.balance_units as units
    from ledger_accounts account
    where account.kind in ('house', 'outside') and account.balance_units <> 0
      and case account.kind
        when 'house' then account.name !~ ':(rewards|promised|refunds|cards_issued)$'
        -- The other side of cards that this market issued: nothing is held there, their value was given.
        else account.name ~ ':market$'
      end
    union all
    select ordered.currency, ordered.units
    from open_order_units() ordered
    union all
    select trading.currency, trading.units
    from house_order_units() trading
    union all
    select outside.currency, outside.units
    from venue_balances outside
  ) as part
  group by part.currency
  having sum(part.units) <> 0
$$;
revoke all on function own_exposure() from public;
