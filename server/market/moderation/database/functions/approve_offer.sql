-- The offer breaks no rule: answers its reports, and a rejected one may return to the market. The moderator who rejected it
-- does not decide again. Outcomes: done; unknown; own; not_allowed; over where the appeal was rejected; second_person;
-- unchanged.
create or replace function approve_offer(hash text, why text, staff_id bigint, at timestamp with time zone, OUT outcome text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  judged    offers;
  rejection offer_rejections;
begin
  perform assert_now(at);
  perform pg_advisory_xact_lock(7265004);
  judged := lock_moderated(approve_offer.hash);
  select one.* into rejection from offer_rejections one where one.offer_id = judged.id and one.outcome is null;
  outcome := coalesce(
    kept_from_moderating(judged, rejection, approve_offer.staff_id),
    case
      when rejection.id is null
        and not exists (select from offer_reports waiting where waiting.offer_id = judged.id and waiting.outcome is null)
      then 'unchanged'
    end,
    'done');
  if outcome <> 'done' then
    return;
  end if;
  perform settle_reports(judged.id, 'approved', approve_offer.at);
  if rejection.id is not null then
    update offer_rejections
    set outcome = 'approved', decided_by = approve_offer.staff_id, decided_at = approve_offer.at, answer = approve_offer.why
    where id = rejection.id;
    update offers set moderation = 'approved' where id = judged.id;
    perform tell_of_offer('account.offer_approved', judged, approve_offer.why, approve_offer.at);
  end if;
  perform add_staff_act(
    approve_offer.staff_id, 'offer.approve', judged.hash, approve_offer.why, approve_offer.at);
end $$;
revoke all on function approve_offer(text,text,bigint,timestamp with time zone) from public;
grant execute on function approve_offer(text,text,bigint,timestamp with time zone) to parley_web;
