-- Strangers paused a competitor's offer for nothing: they opened three trades and let them expire. A missed trade counts now when its
-- starter has traded before, is not of the owner's household, and nobody of the same household is counted for the offer yet. The
-- owner reads which trades these were. Owned by market/offers.

create table missed_trades (
  trade_hash text        primary key,
  offer_id   bigint      not null references offers,
  starter_id bigint      not null references users,
  at         timestamptz not null
);
create index missed_trades_of_offer on missed_trades (offer_id, at);
grant select on missed_trades to parley_web, parley_worker;

-- An account of 30 days with whom three others completed a trade.
create function has_traded_before(person_id bigint) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select exists (
    select
    from users person
    join partner_counts partner on partner.user_id = person.id
    where person.id = has_traded_before.person_id and partner.successful >= 3
      and person.created_at <= market_now() - interval '30 days')
$$;

-- Trades up to then count no more: one was served, or the owner came back.
alter table offers add column missed_after timestamptz;
grant insert (missed_after), update (missed_after) on offers to parley_web, parley_worker;

-- When the trades were missed that count: each household once, whichever of them is told first.
create function counted_misses(offer offers) returns timestamptz[]
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

-- Trades that owners did not answer in time, by place. Locks the offers in id order.
create function add_missed_trades(offer_ids bigint[], hashes text[], starters bigint[], ended timestamptz[]) returns void
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

-- What was missed up to then counts no more. Paused offers stay as they are, and those that missed none are not written.
create function forget_missed_trades(offer_ids bigint[], served timestamptz[]) returns void
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
revoke all on function has_traded_before, counted_misses, add_missed_trades, forget_missed_trades from public;
grant execute on function add_missed_trades, forget_missed_trades to parley_worker;
