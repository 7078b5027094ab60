-- The movements of an account that are not in wallet_lines yet, the oldest first, at most so many. Postings of one account have ids in the order in
-- which they were committed, because each locks it before it takes an id: nothing appears behind the last line that was copied.
create or replace function unfolded_wallet_lines(account bigint, most integer) returns table (account_id bigint, at timestamp with time zone,
  posting_id bigint, journal_id bigint, kind text, subject text, family text, units bigint, fee_units bigint, balance_units bigint)
language sql stable set search_path = public, pg_temp as $$
  with fold as materialized (
    select coalesce(max(known.posting_id), 0) as posting_id, coalesce(max(known.balance_units), 0) as balance_units,
           coalesce(max(known.at), '-infinity') as at
    from wallet_folds known
    where known.account_id = account
  ), moves as materialized (
    select moved.id, moved.journal_id, moved.units
    from (
      (select one.id, one.journal_id, one.units from postings one
       where one.to_account = account and one.id > (select fold.posting_id from fold) order by one.id limit most)
      union all
      (select one.id, one.journal_id, -one.units from postings one
       where one.from_account = account and one.id > (select fold.posting_id from fold) order by one.id limit most)
    ) as moved
    order by moved.id
    limit most
  ), lines as materialized (
    select move.journal_id, max(move.id) as posting_id, sum(move.units)::bigint as units
    from moves move
    group by move.journal_id
  )
  select account,
         greatest(fold.at, max(journal.at) over (order by line.posting_id)),
         line.posting_id, line.journal_id, journal.kind, journal.subject,
         case
           when journal.kind in ('deposit', 'deposit_reversal') then 'deposit'
           when journal.kind like 'send\_out\_%' then 'send_out'
           when journal.kind like 'trade\_%' then 'trade'
           when journal.kind like 'bond\_%' then 'bond'
           when journal.kind = 'conversion' then 'conversion'
           when journal.kind like 'spot\_%' then 'spot'
           when journal.kind = 'manual' then 'correction'
           else 'other'
         end,
         line.units, wallet_line_fee(account, journal.id, journal.kind, journal.subject),
         (fold.balance_units + sum(line.units) over (order by line.posting_id))::bigint
  from lines line
  cross join fold
  join journals journal on journal.id = line.journal_id
  order by line.posting_id
$$;
revoke all on function unfolded_wallet_lines(bigint,integer) from public;
grant execute on function unfolded_wallet_lines(bigint,integer) to parley_web, parley_worker;
