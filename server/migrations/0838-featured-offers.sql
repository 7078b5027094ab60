-- An offer was marked as featured only while its owner promoted it. Staff feature offers too, some in the whole market at a time, each for some
-- days: such an offer is marked wherever it is listed, and stands where it stood. Either ends by itself and leaves what has not ended of the
-- other; `is_stickied` says that an offer is promoted, and `is_featured` that it is either. Owned by market/offers and market/moderation.

insert into setting_rules (name, shape, initial, takes_two) values
  ('offers.featured', '{"type":"integer","minimum":0,"maximum":200}', '20', false),
  ('offers.featured_days', '{"type":"integer","minimum":1,"maximum":90}', '30', false);

-- While staff feature it. Logins write the columns of offers that they were given, and this is none of them.
alter table offers add column featured_until timestamptz;
create index offers_featured on offers (featured_until) where featured_until is not null;

-- Staff feature an offer of somebody else that is on the market. Outcomes: done; unknown; own; not_allowed; over where its appeal was
-- rejected; unchanged while it is featured; not_active; full where as many are featured as may be at a time.
create function feature_offer(hash text, days int, why text, staff_id bigint, at timestamptz, out outcome text)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  chosen offers;
begin
  perform assert_now(at);
  if (days between 1 and (setting_value('offers.featured_days') #>> '{}')::int) is not true then
    raise exception 'no offer is featured for % days', days using errcode = 'check_violation';
  end if;
  -- Two at once count each other.
  perform pg_advisory_xact_lock(7265004);
  chosen := lock_moderated(feature_offer.hash);
  outcome := coalesce(
    kept_from_moderating(chosen, null, feature_offer.staff_id),
    case
      when chosen.featured_until > feature_offer.at then 'unchanged'
      when not chosen.active or chosen.moderation <> 'approved' then 'not_active'
      when (
        select count(*)
        from offers other
        where other.featured_until > feature_offer.at and other.deleted_at is null
      ) >= (setting_value('offers.featured') #>> '{}')::int then 'full'
    end,
    'done');
  if outcome <> 'done' then
    return;
  end if;
  update offers
  set is_featured = true, featured_until = feature_offer.at + make_interval(days => feature_offer.days)
  where offers.id = chosen.id;
  perform add_staff_act(feature_offer.staff_id, 'offer.feature', chosen.hash, feature_offer.why, feature_offer.at);
end $$;

-- Outcomes: done; unknown; own; not_allowed; over; unchanged where staff do not feature it.
create function unfeature_offer(hash text, why text, staff_id bigint, at timestamptz, out outcome text)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  chosen offers;
begin
  perform assert_now(at);
  perform pg_advisory_xact_lock(7265004);
  chosen := lock_moderated(unfeature_offer.hash);
  outcome := coalesce(
    kept_from_moderating(chosen, null, unfeature_offer.staff_id),
    case when (chosen.featured_until > unfeature_offer.at) is not true then 'unchanged' end,
    'done');
  if outcome <> 'done' then
    return;
  end if;
  update offers
  set is_featured = offers.is_stickied, featured_until = null
  where offers.id = chosen.id;
  perform add_staff_act(unfeature_offer.staff_id, 'offer.unfeature', chosen.hash, unfeature_offer.why, unfeature_offer.at);
end $$;

-- What staff have taken off the market does not come back with their mark.
create function end_featuring() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  new.featured_until := null;
  new.is_featured := new.is_stickied;
  return new;
end $$;
create trigger offers_rejected_are_not_featured before update of moderation on offers
  for each row when (new.moderation <> 'approved' and new.featured_until is not null) execute function end_featuring();

-- Takes what has ended away, of promotions and of what staff featured; whose offers those were.
create or replace function end_promotions(at timestamptz) returns setof bigint
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform assert_now(at);
  return query
  with ended as (
    select offer.id
    from offers offer
    where offer.promoted_until <= end_promotions.at or offer.featured_until <= end_promotions.at
    order by offer.id
    for no key update
  ), changed as (
    update offers
    set is_featured = coalesce(greatest(offers.promoted_until, offers.featured_until) > end_promotions.at, false),
        is_stickied = coalesce(offers.promoted_until > end_promotions.at, false),
        promoted_until = case when offers.promoted_until > end_promotions.at then offers.promoted_until end,
        featured_until = case when offers.featured_until > end_promotions.at then offers.featured_until end
    from ended
    where offers.id = ended.id
    returning offers.owner_id
  )
  select distinct changed.owner_id from changed;
end $$;

revoke all on function feature_offer, unfeature_offer, end_featuring from public;
grant execute on function feature_offer, unfeature_offer to parley_web;
