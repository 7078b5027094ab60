create or replace function check_new_postings() returns trigger
language plpgsql set search_path = public, pg_temp set enable_seqscan = 'off' set enable_hashjoin = 'off' set enable_mergejoin = 'off' as $$
begin
  if exists (
    select
    from new_postings line
    left join journals journal on journal.id = line.journal_id
    left join ledger_accounts giving on giving.id = line.from_account
    left join ledger_accounts taking on taking.id = line.to_account
    where journal.id is null or (giving.currency = line.currency and taking.currency = line.currency) is not true
  ) then
    raise exception 'a posting names a journal and two accounts of its currency that are there' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;
revoke all on function check_new_postings() from public;
