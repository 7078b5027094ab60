-- Erases some of the alerts of more than a year ago, and says how many.
create or replace function erase_old_search_alerts(most integer) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  gone int;
begin
  delete from saved_search_alerts
  where (search_id, offer_id, revision) in (
    select search_id, offer_id, revision
    from saved_search_alerts
    where at < market_now() - interval '1 year'
    order by at
    limit most
  );
  get diagnostics gone = row_count;
  return gone;
end $$;
revoke all on function erase_old_search_alerts(integer) from public;
