-- Reports that were closed a year ago, with the messages that were copied for them.
create or replace function erase_old_direct_reports(most integer) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  gone bigint[];
begin
  gone := array(
    select id from direct_reports
    where outcome is not null and closed_at < market_now() - interval '1 year'
    order by closed_at
    limit most);
  delete from direct_report_messages where report_id = any (gone);
  delete from direct_reports where id = any (gone);
  return cardinality(gone);
end $$;
revoke all on function erase_old_direct_reports(integer) from public;
