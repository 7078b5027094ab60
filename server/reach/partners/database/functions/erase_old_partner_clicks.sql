-- After two years. Returns how many were erased.
create or replace function erase_old_partner_clicks(most integer) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  gone int;
begin
  delete from partner_clicks
  where ctid in (
    select old.ctid from partner_clicks old
    where old.day < (market_now() - interval '2 years')::date
    limit most);
  get diagnostics gone = row_count;
  return gone;
end $$;
revoke all on function erase_old_partner_clicks(integer) from public;
