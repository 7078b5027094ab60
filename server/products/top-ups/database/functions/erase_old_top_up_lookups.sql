-- After a day. Returns how many were erased.
create or replace function erase_old_top_up_lookups(most integer) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  gone int;
begin
  delete from top_up_lookups
  where id in (
    select old.id from top_up_lookups old
    where old.asked_at < market_now() - interval '1 day'
    order by old.asked_at
    limit most);
  get diagnostics gone = row_count;
  return gone;
end $$;
revoke all on function erase_old_top_up_lookups(integer) from public;
