-- What was missed up to then counts no more. Paused offers stay as they are, and those that missed none are not written.
create or replace function forget_missed_trades(offer_ids bigint[], served timestamp with time zone[]) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  offer offers;
begin
  for offer in
    select one.*
    from offers one
    where one.id = any (offer_ids) and one.missed_at <> '{}' and one.hold is distinct from 'penalty'
    order by one.id
    for no key update
  loop
    offer.missed_after := (
      select greatest(offer.missed_after, max(one.at))
      from unnest(offer_ids, served) as one (offer_id, at)
      where one.offer_id = offer.id);
    update offers
    set missed_after = offer.missed_after, missed_at = counted_misses(offer)
    where id = offer.id;
  end loop;
end $$;
revoke all on function forget_missed_trades(bigint[],timestamp with time zone[]) from public;
grant execute on function forget_missed_trades(bigint[],timestamp with time zone[]) to parley_worker;
