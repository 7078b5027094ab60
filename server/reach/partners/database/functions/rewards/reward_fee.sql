-- The fee that the ledger booked of a trade that went to its buyer, after cashback; when; and of how much. Nothing where it has none.
create or replace function reward_fee(trade trades, round integer, out fee_units bigint, out booked_at timestamp with time zone)
language sql stable set search_path = public, pg_temp as $$
  select
    coalesce((
      select sum(case when fees.id = posting.to_account then posting.units else -posting.units end)
      from journals part
      join postings posting on posting.journal_id = part.id
      join ledger_accounts fees
        on fees.name = 'house:' || (trade).crypto || ':fees' and fees.id in (posting.to_account, posting.from_account)
      where part.subject = exit.subject and part.kind in (exit.kind, 'trade_cashback')), 0)::bigint,
    exit.at
  from journals exit
  where exit.subject = (trade).id || ':' || reward_fee.round and exit.kind in ('trade_release', 'trade_split')
$$;
revoke all on function reward_fee(trades,integer) from public;
