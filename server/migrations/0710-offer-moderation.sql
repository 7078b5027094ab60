-- The column for what moderators think of an offer was read and never written. People report offers, staff approve or reject
-- them with a reason that the owner reads, the owner appeals once and another of the staff decides: each by a function that
-- writes the change, its line in the chain of acts and the event that tells of it. Owned by market/moderation.

insert into setting_rules (name, shape, initial, takes_two)
values ('offers.reports_a_day', '{"type":"integer","minimum":1,"maximum":1000}', '10', false);

create table offer_reports (
  id          bigint      generated always as identity primary key,
  offer_id    bigint      not null references offers,
  reporter_id bigint      not null references users,
  reason      text        not null check (reason in ('outside_escrow', 'bad_offer_terms', 'obvious_scam', 'negotiation', 'other')),
  words       text        check (char_length(words) between 1 and 250),
  reported_at timestamptz not null,
  -- What staff made of it; null while it waits.
  outcome     text        check (outcome in ('approved', 'rejected')),
  settled_at  timestamptz,
  -- Once for a person and an offer.
  unique (offer_id, reporter_id),
  check ((outcome is null) = (settled_at is null))
);
create index offer_reports_open on offer_reports (offer_id, reported_at) where outcome is null;
create index offer_reports_of_reporter on offer_reports (reporter_id, reported_at);

create table offer_rejections (
  id          bigint      generated always as identity primary key,
  offer_id    bigint      not null references offers,
  -- As the owner reads it.
  reason      text        not null check (char_length(reason) between 1 and 1000),
  rejected_by bigint      not null references users,
  rejected_at timestamptz not null,
  -- What the owner writes against it, once.
  words       text        check (char_length(words) between 10 and 2000),
  appealed_at timestamptz,
  outcome     text        check (outcome in ('approved', 'no_appeal')),
  decided_by  bigint      references users check (decided_by <> rejected_by),
  decided_at  timestamptz,
  answer      text        check (char_length(answer) between 1 and 1000),
  check ((words is null) = (appealed_at is null)),
  check (num_nonnulls(outcome, decided_by, decided_at, answer) in (0, 4)),
  check (outcome is distinct from 'no_appeal' or words is not null)
);
create index offer_rejections_of_offer on offer_rejections (offer_id, id);
create unique index offer_rejections_open on offer_rejections (offer_id) where outcome is null;

-- Among thousands of offers the few that staff look at are found without reading the others.
create index offers_moderated on offers (id) where moderation <> 'approved' and deleted_at is null;

-- Locks whose offer it is, as every verb of an owner does first, and then the offer; null where it is deleted or never was.
create function lock_moderated(hash text) returns offers
language plpgsql set search_path = public, pg_temp as $$
declare
  found_offer offers;
begin
  perform
  from users owner
  where owner.id = (select offer.owner_id from offers offer where offer.hash = lock_moderated.hash)
  for no key update;
  select offer.* into found_offer
  from offers offer
  where offer.hash = lock_moderated.hash and offer.deleted_at is null
  for update;
  return found_offer;
end $$;

-- `why` is what the owner is told.
create function tell_of_offer(type text, offer offers, why text, at timestamptz) returns void
language sql set search_path = public, pg_temp as $$
  insert into events (type, subject, payload, at)
  values (
    tell_of_offer.type, (offer).owner_id::text,
    jsonb_build_object('detail', (offer).hash, 'offerWhy', tell_of_offer.why), tell_of_offer.at)
$$;

-- Somebody says that an offer breaks the rules. Outcomes: done; unknown; own; reported before; budget where they have reported as
-- many as one may in a day.
create function report_offer(hash text, reporter_id bigint, reason text, words text, at timestamptz, out outcome text)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  reported offers;
begin
  perform assert_now(at);
  -- Reports of one person stand behind each other, so that each counts those before.
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

-- Reports that wait are answered by what staff decide about the offer.
create function settle_reports(offer_id bigint, outcome text, at timestamptz) returns void
language sql set search_path = public, pg_temp as $$
  update offer_reports report
  set outcome = settle_reports.outcome, settled_at = settle_reports.at
  where report.offer_id = settle_reports.offer_id and report.outcome is null
$$;

-- Why these staff may not decide about an offer; null where they may. Whoever may restrict the account of its owner may.
create function kept_from_moderating(offer offers, rejection offer_rejections, staff_id bigint) returns text
language sql stable set search_path = public, pg_temp as $$
  select case
    when (offer).id is null then 'unknown'
    when (offer).owner_id = staff_id then 'own'
    when may_restrict(staff_id, (offer).owner_id, 'restricted') is not true then 'not_allowed'
    when (offer).moderation = 'no_appeal' then 'over'
    when (rejection).rejected_by = staff_id then 'second_person'
  end
$$;

-- The offer breaks no rule: its reports are answered, and one that was rejected may come back. Whoever rejected it does not decide
-- again. Outcomes: done; unknown; own; not_allowed; over where the appeal was rejected; second_person; unchanged.
create function approve_offer(hash text, why text, staff_id bigint, at timestamptz, out outcome text)
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

-- Takes an offer off the market, or keeps it off for good where its owner has appealed: that is another person's. Outcomes as of
-- approving; unchanged where it is rejected already and nobody has appealed.
create function reject_offer(hash text, why text, staff_id bigint, at timestamptz, out outcome text)
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

-- The owner writes against it, once; who may decide is told: of a market with very many staff the first fifty. Outcomes: done;
-- unknown; over where nothing stands against the offer; appealed before.
create function appeal_offer(hash text, owner_id bigint, words text, at timestamptz, out outcome text)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  judged    offers;
  rejection offer_rejections;
begin
  perform assert_now(at);
  judged := lock_moderated(appeal_offer.hash);
  select one.* into rejection from offer_rejections one where one.offer_id = judged.id order by one.id desc limit 1;
  outcome := case
    when judged.id is null or judged.owner_id <> appeal_offer.owner_id then 'unknown'
    when judged.moderation = 'approved' or rejection.id is null then 'over'
    when rejection.words is not null then 'appealed'
    else 'done'
  end;
  if outcome <> 'done' then
    return;
  end if;
  update offer_rejections
  set words = appeal_offer.words, appealed_at = appeal_offer.at
  where id = rejection.id;
  update offers set moderation = 'appealed' where id = judged.id;
  insert into events (type, subject, payload, at)
  select 'staff.offer_appealed', judge.user_id::text, jsonb_build_object('detail', judged.hash), appeal_offer.at
  from (
    select distinct granted.user_id
    from user_roles granted
    where granted.user_id <> rejection.rejected_by and may_restrict(granted.user_id, judged.owner_id, 'restricted')
    order by granted.user_id
    limit 50) as judge;
end $$;

-- What somebody wrote to the staff about offers, for the archive of their data.
create function export_offer_words(export_id bigint, after bigint, most int) returns table (key bigint, line text)
language sql stable security definer set search_path = public, pg_temp as $$
  select told.key, told.line::text
  from data_exports waiting
  cross join lateral (
    select report.id * 2 as key, jsonb_build_object('reportedOffer', offer.hash, 'reason', report.reason, 'words', report.words,
      'reportedAt', report.reported_at, 'outcome', report.outcome) as line
    from offer_reports report
    join offers offer on offer.id = report.offer_id
    where report.reporter_id = waiting.user_id
    union all
    select rejection.id * 2 + 1, jsonb_build_object('rejectedOffer', offer.hash, 'reason', rejection.reason,
      'rejectedAt', rejection.rejected_at, 'appeal', rejection.words, 'appealedAt', rejection.appealed_at,
      'outcome', rejection.outcome, 'answer', rejection.answer)
    from offers offer
    join offer_rejections rejection on rejection.offer_id = offer.id
    where offer.owner_id = waiting.user_id
  ) as told
  where waiting.id = export_offer_words.export_id and waiting.made_at is null and told.key > export_offer_words.after
  order by told.key
  limit export_offer_words.most
$$;

-- What staff decided stays, under a number that leads to nobody.
create function erase_offer_words() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update offer_reports report set words = null where report.reporter_id = new.user_id;
  update offer_rejections rejection
  set words = '(erased with the account)'
  from offers offer
  where offer.id = rejection.offer_id and offer.owner_id = new.user_id and rejection.words is not null;
  return null;
end $$;
create trigger offer_words_erased after update of closed_at on account_closures
  for each row when (old.closed_at is null and new.closed_at is not null) execute function erase_offer_words();

grant select on offer_reports, offer_rejections to parley_web;
revoke all on function
  lock_moderated, tell_of_offer, report_offer, settle_reports, kept_from_moderating, approve_offer, reject_offer, appeal_offer,
  export_offer_words, erase_offer_words from public;
grant execute on function report_offer, approve_offer, reject_offer, appeal_offer to parley_web;
grant execute on function export_offer_words to parley_worker;

-- No process that serves the market says by itself what moderators think of an offer.
do $$
declare
  columns text;
  login   text;
begin
  select string_agg(quote_ident(attribute.attname), ', ')
  into columns
  from pg_attribute attribute
  where attribute.attrelid = 'offers'::regclass and attribute.attnum > 0 and not attribute.attisdropped
    and attribute.attgenerated = '' and attribute.attidentity = '' and attribute.attname <> 'moderation';
  foreach login in array array['parley_web', 'parley_worker', 'parley_chain'] loop
    execute format('revoke insert, update on offers from %I', login);
    execute format('grant insert (%s), update (%s) on offers to %I', columns, columns, login);
  end loop;
end $$;
