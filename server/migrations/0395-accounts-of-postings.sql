-- Three foreign keys were looked at for each line that is posted, a third of what posting takes. What they say is looked at once for
-- all lines of a statement: their journal is there, and both accounts, of the line's currency. Neither journals nor lines are
-- ever changed, accounts keep their number and currency and are never deleted. Owned by money/ledger.

create function check_new_postings() returns trigger language plpgsql set search_path = public, pg_temp
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
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
create trigger postings_name_what_is_there after insert on postings
  referencing new table as new_postings for each statement execute function check_new_postings();

create function refuse_other_account() returns trigger language plpgsql as $$
begin
  raise exception 'an account of the ledger keeps its number and currency, and is never deleted' using errcode = 'restrict_violation';
end $$;
create trigger ledger_accounts_stay before delete or truncate on ledger_accounts
  for each statement execute function refuse_other_account();
create trigger ledger_accounts_keep_currency before update of id, currency on ledger_accounts
  for each row when (old.id <> new.id or old.currency <> new.currency) execute function refuse_other_account();
revoke all on function check_new_postings(), refuse_other_account() from public;

alter table postings
  drop constraint postings_journal_id_fkey,
  drop constraint postings_from_account_currency_fkey,
  drop constraint postings_to_account_currency_fkey;
