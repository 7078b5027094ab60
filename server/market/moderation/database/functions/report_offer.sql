-- A user reports that an offer breaks the rules. Outcomes: done; unknown; own; reported before; budget where they have reported as
-- many as one may in a day.
create or replace function report_offer(hash text, reporter_id bigint, reason text, words text, at timestamp with time zone, OUT outcome text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  reported offers;
begin
  perform assert_now(at);
  -- Reports of one user run one after another, so that each counts the earlier ones.
  perform from users person where person.id = report_offer.reporter_id for no key update;
  select offer.* into reported
  from offers offer
  where offer.hash = report_offer.hash and offer.deleted_at is null;
  outcome := case
    when reported.id is null then 'unknown'
    when reported.owner_id = report_offer.reporter_id then 'own'
    when exists (
      select
      from offer_reports before
      where before.offer_id = reported.id and before.reporter_id = report_offer.reporter_id
    ) then 'reported'
    when (
      select count(*)
      from offer_reports before
      where before.reporter_id = report_offer.reporter_id and before.reported_at > report_offer.at - interval '1 day'
    ) >= (setting_value('offers.reports_a_day') #>> '{}')::int then 'budget'
    else 'done'
  end;
  if outcome = 'done' then
    insert into offer_reports (offer_id, reporter_id, reason, words, reported_at)
    values (reported.id, report_offer.reporter_id, report_offer.reason, report_offer.words, report_offer.at);
  end if;
end $$;
revoke all on function report_offer(text,bigint,text,text,timestamp with time zone) from public;
grant execute on function report_offer(text,bigint,text,text,timestamp with time zone) to parley_web;
