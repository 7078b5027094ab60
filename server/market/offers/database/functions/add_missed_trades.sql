-- Trades that owners did not answer in time, by place. Locks the offers in id order.
create or replace function add_missed_trades(offer_ids bigint[], hashes text[], starters bigint[], ended timestamp with time zone[]) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from offers where id = any (offer_ids) and deleted_at is null order by id for no key update;
  insert into missed_trades as known (trade_hash, offer_id, starter_id, at)
  select distinct on (one.hash) one.hash, one.offer_id, one.starter_id, one.at
  from unnest(offer_ids, hashes, starters, ended) as one (offer_id, hash, starter_id, at)
  join offers on offers.id = one.offer_id and offers.deleted_at is null
  where has_traded_before(one.starter_id) and not of_one_household(offers.owner_id, one.starter_id)
  order by one.hash, one.at desc
  on conflict (trade_hash) do update
  set at = greatest(known.at, excluded.at);
  update offers
  set missed_at = counted_misses(offers)
  where id = any (offer_ids) and deleted_at is null and missed_at is distinct from counted_misses(offers);
end $$;
revoke all on function add_missed_trades(bigint[],text[],bigint[],timestamp with time zone[]) from public;
grant execute on function add_missed_trades(bigint[],text[],bigint[],timestamp with time zone[]) to parley_worker;
