-- Journals of these kinds that moved something in or out of these accounts and that were not there at the mark. In another cluster than its own, whose
-- numbers of transactions mean nothing here, all since the beginning.
create or replace function fee_journals(kinds text[], fees bigint[], mark product_fees_mark) returns bigint[]
language plpgsql stable set search_path = public, pg_temp as $$
begin
  if mark.system_identifier = (select here.system_identifier from pg_control_system() here) then
    return array(
      select journal.id
      from journals journal
      where journal.xid >= pg_snapshot_xmin(mark.snapshot) and not pg_visible_in_snapshot(journal.xid, mark.snapshot)
        and journal.kind = any (kinds) and journal.at >= mark.since
        and exists (
          select from postings posting
          where posting.journal_id = journal.id and (posting.to_account = any (fees) or posting.from_account = any (fees))));
  end if;
  return array(
    select journal.id
    from journals journal
    where journal.kind = any (kinds) and journal.at >= mark.since
      and exists (
        select from postings posting
        where posting.journal_id = journal.id and (posting.to_account = any (fees) or posting.from_account = any (fees))));
end $$;
revoke all on function fee_journals(text[],bigint[],product_fees_mark) from public;
