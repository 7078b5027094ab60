-- Takes an offer off the market, or keeps it off for good where its owner has appealed: that is another person's. Outcomes as of
-- approving; unchanged where it is rejected already and nobody has appealed.
create or replace function reject_offer(hash text, why text, staff_id bigint, at timestamp with time zone, OUT outcome text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  judged    offers;
  rejection offer_rejections;
begin
  perform assert_now(at);
  perform pg_advisory_xact_lock(7265004);
  judged := lock_moderated(reject_offer.hash);
  select one.* into rejection from offer_rejections one where one.offer_id = judged.id and one.outcome is null;
  outcome := coalesce(
    kept_from_moderating(judged, rejection, reject_offer.staff_id),
    case when rejection.id is not null and rejection.words is null then 'unchanged' end,
    'done');
  if outcome <> 'done' then
    return;
  end if;
  perform settle_reports(judged.id, 'rejected', reject_offer.at);
  if rejection.id is null then
    insert into offer_rejections (offer_id, reason, rejected_by, rejected_at)
    values (judged.id, reject_offer.why, reject_offer.staff_id, reject_offer.at);
    update offers set moderation = 'rejected', hold = 'moderation' where id = judged.id;
    perform tell_of_offer('account.offer_rejected', judged, reject_offer.why, reject_offer.at);
  else
    update offer_rejections
    set outcome = 'no_appeal', decided_by = reject_offer.staff_id, decided_at = reject_offer.at, answer = reject_offer.why
    where id = rejection.id;
    update offers set moderation = 'no_appeal' where id = judged.id;
    perform tell_of_offer('account.offer_closed', judged, reject_offer.why, reject_offer.at);
  end if;
  perform add_staff_act(reject_offer.staff_id, 'offer.reject', judged.hash, reject_offer.why, reject_offer.at);
end $$;
revoke all on function reject_offer(text,text,bigint,timestamp with time zone) from public;
grant execute on function reject_offer(text,text,bigint,timestamp with time zone) to parley_web;
