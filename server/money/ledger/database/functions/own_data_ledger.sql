create or replace function own_data_ledger(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select posting.id, jsonb_build_object('kind', journal.kind, 'subject', journal.subject, 'at', journal.at,
    'from', source.name, 'to', target.name, 'coin', posting.currency, 'units', posting.units::text)::text
  from (
    select posting_of.id
    from ledger_accounts mine
    cross join lateral (
      (select one.id from postings one where one.from_account = mine.id and one.id > after order by one.id limit most)
      union
      (select one.id from postings one where one.to_account = mine.id and one.id > after order by one.id limit most)
    ) as posting_of
    where mine.name = any (user_account_names(person))
    group by posting_of.id
    order by posting_of.id
    limit most
  ) as wanted
  join postings posting on posting.id = wanted.id
  join journals journal on journal.id = posting.journal_id
  join ledger_accounts source on source.id = posting.from_account
  join ledger_accounts target on target.id = posting.to_account
  order by posting.id
$$;
revoke all on function own_data_ledger(bigint,bigint,integer) from public;
