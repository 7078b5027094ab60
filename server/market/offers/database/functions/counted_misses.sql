-- The times of the missed trades that count: one per household, whichever event is delivered first.
create or replace function counted_misses(offer offers) returns timestamp with time zone[]
language plpgsql stable set search_path = public, pg_temp as $$
declare
  missed   record;
  starters bigint[]      := '{}';
  times    timestamptz[] := '{}';
begin
  for missed in
    select one.starter_id, one.at
    from missed_trades one
    where one.offer_id = offer.id and one.at > coalesce(offer.missed_after, '-infinity')
    order by one.at, one.trade_hash
  loop
    continue when exists (
      select from unnest(starters) as before (id)
      where before.id = missed.starter_id or of_one_household(before.id, missed.starter_id));
    starters := starters || missed.starter_id;
    times := times || missed.at;
  end loop;
  return times;
end $$;
revoke all on function counted_misses(offers) from public;
