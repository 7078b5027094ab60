-- Outcomes: done; unknown; own; not_allowed; over; unchanged where staff do not feature it.
create or replace function unfeature_offer(hash text, why text, staff_id bigint, at timestamp with time zone, OUT outcome text) returns text
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
revoke all on function unfeature_offer(text,text,bigint,timestamp with time zone) from public;
grant execute on function unfeature_offer(text,text,bigint,timestamp with time zone) to parley_web;
