-- Copies the movements of the accounts that the next postings touch, at most so many postings, into wallet_lines, and says how many postings it has
-- looked at. A posting that is committed behind the place is copied with the next movement of its account; until then it is read as it is.
create or replace function fold_wallet_lines(most integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  place   bigint;
  upto    bigint;
  seen    int;
  touched bigint;
begin
  select known.posting_id into place from wallet_fold_place known for update;
  select max(one.id), count(*)::int into upto, seen
  from (select id from postings where id > place order by id limit most) as one;
  if seen = 0 then return 0; end if;
  for touched in
    select distinct account.id
    from postings posting
    join ledger_accounts account on account.id in (posting.from_account, posting.to_account)
    where posting.id > place and posting.id <= upto and account.kind = 'user' and account.name like '%:available'
    order by account.id
  loop
    insert into wallet_lines (account_id, at, posting_id, journal_id, kind, subject, family, units, fee_units, balance_units)
    select line.account_id, line.at, line.posting_id, line.journal_id, line.kind, line.subject, line.family, line.units,
           line.fee_units, line.balance_units
    from unfolded_wallet_lines(touched, most) as line;
    insert into wallet_folds as known (account_id, posting_id, at, balance_units)
    select last.account_id, last.posting_id, last.at, last.balance_units
    from wallet_lines last
    where last.account_id = touched
    order by last.posting_id desc
    limit 1
    on conflict (account_id) do update
    set posting_id = excluded.posting_id, at = excluded.at, balance_units = excluded.balance_units;
  end loop;
  update wallet_fold_place set posting_id = upto;
  return seen;
end $$;
revoke all on function fold_wallet_lines(integer) from public;
grant execute on function fold_wallet_lines(integer) to parley_worker;
