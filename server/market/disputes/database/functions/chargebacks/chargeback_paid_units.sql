-- What a correction for its number has paid its seller.
create or replace function chargeback_paid_units(report chargeback_reports, crypto text) returns numeric
language sql stable set search_path = public, pg_temp as $$
  select coalesce(sum(split_part(change.detail, ':', 4)::numeric), 0)
  from staff_changes change
  join manual_journals posted on posted.change_id = change.id
  where change.kind = 'post_journal' and change.user_id = (report).seller_id
    and change.detail like 'credit:' || chargeback_paid_units.crypto || ':%:' || (report).case_number
$$;
revoke all on function chargeback_paid_units(chargeback_reports,text) from public;
