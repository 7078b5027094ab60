-- Erases some of what was requested longer ago than thirty days, and says how many.
create or replace function erase_old_record_exports(most integer) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  gone int;
begin
  delete from record_exports
  where id in (select id from record_exports where created_at < market_now() - interval '30 days' order by created_at limit most);
  get diagnostics gone = row_count;
  return gone;
end $$;
revoke all on function erase_old_record_exports(integer) from public;
