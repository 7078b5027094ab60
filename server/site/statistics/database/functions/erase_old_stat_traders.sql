-- Erases some of the figures by trader of more than 400 days ago, which no period shows, and says how many.
create or replace function erase_old_stat_traders(most integer) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  gone int;
begin
  delete from stat_traders
  where (day, coin, user_id) in (
    select day, coin, user_id
    from stat_traders
    where day < (market_now() at time zone 'UTC')::date - 400
    order by day
    limit most
  );
  get diagnostics gone = row_count;
  return gone;
end $$;
revoke all on function erase_old_stat_traders(integer) from public;
