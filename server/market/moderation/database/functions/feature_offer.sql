-- Staff feature an offer of another user that is on the market. Outcomes: done; unknown; own; not_allowed; over where its appeal was
-- rejected; unchanged while it is featured; not_active; full where as many are featured as may be at a time.
create or replace function feature_offer(hash text, days integer, why text, staff_id bigint, at timestamp with time zone, OUT outcome text) returns text
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
  set is_featured = true, cashback_bp = null, cashback_max_cents = null, featured_until = feature_offer.at + make_interval(days => feature_offer.days)
  where offers.id = chosen.id;
  perform add_staff_act(feature_offer.staff_id, 'offer.feature', chosen.hash, feature_offer.why, feature_offer.at);
end $$;
revoke all on function feature_offer(text,integer,text,bigint,timestamp with time zone) from public;
grant execute on function feature_offer(text,integer,text,bigint,timestamp with time zone) to parley_web;
