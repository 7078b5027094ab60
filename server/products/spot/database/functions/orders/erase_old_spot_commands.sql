-- Commands and digests before the last verified whole snapshot that is a month old: no replay needs them. Returns how many commands were erased.
create or replace function erase_old_spot_commands(most integer) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  start  spot_snapshots;
  erased int;
  gone   int := 0;
begin
  for start in
    select distinct on (whole.market) whole.*
    from spot_snapshots whole
    where whole.book is not null and whole.verified_at is not null and whole.at < market_now() - interval '30 days'
    order by whole.market, whole.seq desc
  loop
    delete from spot_commands old
    where old.market = start.market and old.seq in (
      select one.seq from spot_commands one
      where one.market = start.market and one.seq <= start.seq
      order by one.seq
      limit most - gone);
    get diagnostics erased = row_count;
    gone := gone + erased;
    delete from spot_snapshots old where old.market = start.market and old.seq < start.seq;
  end loop;
  return gone;
end $$;
revoke all on function erase_old_spot_commands(integer) from public;
