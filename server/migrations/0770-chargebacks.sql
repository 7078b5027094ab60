-- A payment can be taken back after the coins have left escrow. The seller reports that, within a time and for the methods by which it
-- happens; another of the staff than who had the trade's dispute dismisses or confirms it. Escrow is not touched: what the operator
-- makes good is a correction for the report's number. Owned by market/disputes.

do $$
declare
  statuses text := (select pg_get_constraintdef(oid) from pg_constraint where conname = 'trades_status_check');
begin
  alter table trades drop constraint trades_status_check;
  execute 'alter table trades add constraint trades_status_check '
    || replace(statuses, 'ARRAY[', 'ARRAY[''chargeback_started''::text, ''chargeback_paid''::text, ');
end $$;

-- In every flow alike: the coins are gone in each of them.
insert into trade_rules (flow_type, verb, actor, from_status, to_status)
select flow.flow_type, step.verb, step.actor, step.from_status, step.to_status
from (select distinct known.flow_type from trade_rules known) as flow
cross join (values
  ('report_chargeback', 'seller', 'released', 'chargeback_started'),
  ('confirm_chargeback', 'moderator', 'chargeback_started', 'chargeback_started'),
  ('dismiss_chargeback', 'moderator', 'chargeback_started', 'released'),
  ('repay_chargeback', 'seller', 'chargeback_started', 'chargeback_paid'),
  ('repay_chargeback', 'moderator', 'chargeback_started', 'chargeback_paid')) as step (verb, actor, from_status, to_status);
insert into trade_rules (flow_type, verb, actor, from_status, to_status)
values
  ('gcc-auto', 'reveal_code', 'seller', 'chargeback_started', 'chargeback_started'),
  ('gcc-auto', 'reveal_code', 'seller', 'chargeback_paid', 'chargeback_paid');

insert into setting_rules (name, shape, initial, takes_two) values
  ('chargebacks.window_days', '{"type":"integer","minimum":1,"maximum":1825}', '180', true),
  ('chargebacks.decision_hours', '{"type":"integer","minimum":1,"maximum":8760}', '72', true);

-- By which methods payments come back; by the class of their fee where that is all of them.
create table chargeback_methods (
  method_id int  unique,
  class     text unique,
  check (num_nonnulls(method_id, class) = 1)
);
insert into chargeback_methods (method_id, class) values (4, null), (14, null), (452, null), (null, 'bank-transfers');

create table chargeback_reports (
  trade_id           bigint      primary key references trades,
  case_number        text        not null unique check (case_number ~ '^CHARGEBACK-[0-9]{12}$'),
  seller_id          bigint      not null references users,
  reason             text        not null check (reason in ('payment_reversed', 'account_frozen', 'card_invalid', 'stolen_account')),
  -- What happened, and who paid: sealed, and null once the conversation is erased.
  words_sealed       bytea,
  upload_ids         bigint[]    not null check (cardinality(upload_ids) <= 3),
  reported_at        timestamptz not null,
  due_at             timestamptz not null,
  taken_by           bigint      references users,
  taken_at           timestamptz,
  outcome            text        check (outcome in ('dismissed', 'confirmed')),
  -- Of the decision, to both sides; emptied with the conversation.
  answer             text        check (char_length(answer) <= 1000),
  -- What the operator makes good of a confirmed one; null for nothing.
  compensation_units bigint      check (compensation_units > 0),
  decided_by         bigint      references users,
  decided_at         timestamptz,
  made_good_at       timestamptz,
  made_good_by       text        check (made_good_by in ('buyer', 'operator')),
  check (num_nonnulls(outcome, answer, decided_by, decided_at) in (0, 4)),
  check (decided_by is null or decided_by = taken_by),
  check (compensation_units is null or outcome = 'confirmed'),
  check ((made_good_at is null) = (made_good_by is null)),
  check (made_good_at is null or outcome = 'confirmed')
);
create index chargeback_reports_open on chargeback_reports (due_at) where outcome is null;
create index chargeback_reports_decided on chargeback_reports (decided_at desc) where outcome is not null;
create index chargeback_reports_of_seller on chargeback_reports (seller_id, trade_id);
grant select on chargeback_reports to parley_web;

-- Until when the seller may report; null where payments of the method do not come back.
create function chargeback_until(trade trades) returns timestamptz language sql stable set search_path = public, pg_temp as $$
  select (trade).released_at + make_interval(days => (setting_value('chargebacks.window_days') #>> '{}')::int)
  where exists (
    select
    from chargeback_methods known
    left join method_fees method on method.class = known.class
    where (trade).payment_method_id in (known.method_id, method.method_id))
$$;

-- For whoever shows it.
create function chargeback_time(hash text) returns timestamptz
language sql stable security definer set search_path = public, pg_temp as $$
  select chargeback_until(trade) from trades trade where trade.hash = chargeback_time.hash
$$;

-- The seller of a released trade reports: reported; not_yours; exists; not_method; expired; no_file where one is not theirs. Who may
-- decide is told: of a market with very many staff the first fifty. Locks the trade.
create function report_chargeback(
  hash text, seller_id bigint, case_number text, reason text, words_sealed bytea, files text[], at timestamptz
) returns text language plpgsql security definer set search_path = public, pg_temp as $$
declare
  trade trades;
  until_at timestamptz;
  own   bigint[];
begin
  perform assert_now(at);
  perform assert_may_act_for(array[seller_id]);
  select one.* into trade from trades one where one.hash = report_chargeback.hash for update;
  if trade.seller_id is distinct from report_chargeback.seller_id then return 'not_yours'; end if;
  if exists (select from chargeback_reports known where known.trade_id = trade.id) then return 'exists'; end if;
  if trade.status <> 'released' then return 'not_yours'; end if;
  until_at := chargeback_until(trade);
  if until_at is null then return 'not_method'; end if;
  if at >= until_at then return 'expired'; end if;
  own := array(
    select upload.id
    from uploads upload
    where upload.hash = any (files) and upload.owner_id = report_chargeback.seller_id and upload.sha256 is not null);
  if cardinality(own) <> cardinality(files) then return 'no_file'; end if;
  insert into chargeback_reports (trade_id, case_number, seller_id, reason, words_sealed, upload_ids, reported_at, due_at)
  values (trade.id, report_chargeback.case_number, report_chargeback.seller_id, report_chargeback.reason,
    report_chargeback.words_sealed, own, at,
    at + make_interval(hours => (setting_value('chargebacks.decision_hours') #>> '{}')::int));
  insert into events (type, subject, payload, at)
  select 'staff.chargeback_reported', judge.user_id::text, jsonb_build_object('detail', report_chargeback.case_number), at
  from (
    select distinct granted.user_id
    from user_roles granted
    where not kept_from_chargeback(trade, granted.user_id)
    order by granted.user_id
    limit 50) as judge;
  return 'reported';
end $$;

-- Somebody of the staff may not judge their own trade, nor one whose dispute or appeal they had; those of colleagues are for
-- administrators.
create function kept_from_chargeback(trade trades, staff_id bigint) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select staff_id in ((trade).buyer_id, (trade).seller_id)
    or may_restrict(staff_id, (trade).buyer_id, 'restricted') is not true
    or may_restrict(staff_id, (trade).seller_id, 'restricted') is not true
    or exists (
      select
      from disputes had
      left join dispute_appeals appeal on appeal.dispute_id = had.id
      where had.trade_hash = (trade).hash
        and staff_id in (had.taken_by, had.proposed_by, had.decided_by, appeal.taken_by))
$$;

-- For whoever shows the queue.
create function may_judge_chargeback(hash text, staff_id bigint) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select not kept_from_chargeback(trade, may_judge_chargeback.staff_id)
  from trades trade
  where trade.hash = may_judge_chargeback.hash
$$;

-- The report by its number, with its trade, which is locked first.
create function locked_chargeback(case_number text, out trade trades, out report chargeback_reports)
language plpgsql set search_path = public, pg_temp as $$
begin
  select one.* into trade
  from trades one
  where one.id = (
    select known.trade_id from chargeback_reports known where known.case_number = locked_chargeback.case_number)
  for update;
  select one.* into report from chargeback_reports one where one.trade_id = trade.id for update;
end $$;

-- Takes the case for a reason that is written down, before what was said is shown: taken; had where it is theirs already; taken_before;
-- not_judge; not_open.
create function take_chargeback(case_number text, staff_id bigint, reason text, at timestamptz) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  found record;
begin
  perform assert_now(at);
  if (char_length(take_chargeback.reason) between 3 and 300) is not true then
    raise exception 'a case is taken for a reason' using errcode = 'check_violation';
  end if;
  select * into found from locked_chargeback(take_chargeback.case_number);
  perform pg_advisory_xact_lock(7265004);
  if (found.report).trade_id is null or (found.report).outcome is not null then return 'not_open'; end if;
  if kept_from_chargeback(found.trade, staff_id) then return 'not_judge'; end if;
  if (found.report).taken_by = staff_id then return 'had'; end if;
  if (found.report).taken_by is not null and may_judge((found.report).taken_by) then return 'taken_before'; end if;
  update chargeback_reports set taken_by = staff_id, taken_at = at where trade_id = (found.trade).id;
  perform add_staff_act(
    staff_id, 'chargeback.take', (found.trade).hash, take_chargeback.case_number || ': ' || take_chargeback.reason, at);
  return 'taken';
end $$;

-- Who has taken it decides: decided; not_open; not_judge; out_of_range where the operator would make good more than was sold.
create function decide_chargeback(
  case_number text, staff_id bigint, outcome text, answer text, units bigint, at timestamptz
) returns text language plpgsql security definer set search_path = public, pg_temp as $$
declare
  found record;
begin
  perform assert_now(at);
  select * into found from locked_chargeback(decide_chargeback.case_number);
  perform pg_advisory_xact_lock(7265004);
  if (found.report).trade_id is null or (found.report).outcome is not null then return 'not_open'; end if;
  if (found.report).taken_by is distinct from staff_id or kept_from_chargeback(found.trade, staff_id) then return 'not_judge'; end if;
  if units is not null and (decide_chargeback.outcome = 'confirmed'
    and units between 1 and (found.trade).units + (found.trade).fee_units) is not true then return 'out_of_range'; end if;
  update chargeback_reports
  set outcome = decide_chargeback.outcome, answer = decide_chargeback.answer, compensation_units = units,
      decided_by = staff_id, decided_at = at
  where trade_id = (found.trade).id;
  perform add_staff_act(
    staff_id, 'chargeback.decide', (found.trade).hash,
    concat_ws(': ', decide_chargeback.case_number, decide_chargeback.outcome, units || ' units', decide_chargeback.answer), at);
  return 'decided';
end $$;

-- What a correction for its number has paid its seller.
create function chargeback_paid_units(report chargeback_reports, crypto text) returns numeric
language sql stable set search_path = public, pg_temp as $$
  select coalesce(sum(split_part(change.detail, ':', 4)::numeric), 0)
  from staff_changes change
  join manual_journals posted on posted.change_id = change.id
  where change.kind = 'post_journal' and change.user_id = (report).seller_id
    and change.detail like 'credit:' || chargeback_paid_units.crypto || ':%:' || (report).case_number
$$;

-- A confirmed one was made good: by the buyer where the seller says so, by the operator where corrections have paid what was promised.
-- made_good; not_yours; not_open; unpaid. Locks the trade.
create function make_chargeback_good(case_number text, seller_id bigint, at timestamptz) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  found record;
begin
  perform assert_now(at);
  select * into found from locked_chargeback(make_chargeback_good.case_number);
  if make_chargeback_good.seller_id is not null then
    perform assert_may_act_for(array[make_chargeback_good.seller_id]);
    if (found.report).seller_id is distinct from make_chargeback_good.seller_id then return 'not_yours'; end if;
  end if;
  if (found.report).outcome is distinct from 'confirmed' or (found.report).made_good_at is not null then return 'not_open'; end if;
  if make_chargeback_good.seller_id is null and (
    chargeback_paid_units(found.report, (found.trade).crypto) >= (found.report).compensation_units) is not true then
    return 'unpaid';
  end if;
  update chargeback_reports
  set made_good_at = at, made_good_by = case when make_chargeback_good.seller_id is null then 'operator' else 'buyer' end
  where trade_id = (found.trade).id;
  return 'made_good';
end $$;

-- A trade goes to and from these statuses as its report stands, whoever moves it.
create function chargeback_follows_its_report() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  report chargeback_reports;
begin
  select one.* into report from chargeback_reports one where one.trade_id = new.id;
  if (case old.status || ' ' || new.status
    when 'released chargeback_started' then report.trade_id is not null and report.outcome is null
    when 'chargeback_started released' then report.outcome = 'dismissed'
    when 'chargeback_started chargeback_paid' then report.made_good_at is not null
  end) is not true then
    raise exception 'trade % has no report by which it becomes %', new.id, new.status using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger chargebacks_follow after update of status on trades
  for each row when (old.status <> new.status
    and (old.status in ('chargeback_started', 'chargeback_paid') or new.status in ('chargeback_started', 'chargeback_paid')))
  execute function chargeback_follows_its_report();

-- With the conversation go the words, the answer and the names of files; that there was a report stays.
create function erase_chargeback() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update chargeback_reports
  set words_sealed = null, upload_ids = '{}', answer = case when answer is not null then '' end
  where trade_id = new.id;
  return null;
end $$;
create trigger chargeback_erased after update of offer_terms on trades
  for each row when (new.offer_terms = '') execute function erase_chargeback();

-- One's own reports, and what was decided about them; what was said comes sealed.
create function export_chargebacks(export_id bigint, after bigint, most int) returns table (key bigint, line text)
language sql stable security definer set search_path = public, pg_temp as $$
  select report.trade_id, jsonb_build_object('trade', trade.hash, 'case', report.case_number, 'reason', report.reason,
    'words_sealed', encode(report.words_sealed, 'base64'), 'reportedAt', report.reported_at, 'outcome', report.outcome,
    'answer', report.answer, 'decidedAt', report.decided_at, 'madeGoodAt', report.made_good_at)::text
  from data_exports export
  join chargeback_reports report on report.seller_id = export.user_id
  join trades trade on trade.id = report.trade_id
  where export.id = export_chargebacks.export_id and export.made_at is null and report.trade_id > export_chargebacks.after
  order by report.trade_id
  limit export_chargebacks.most
$$;

-- What was counted as gone well counts so until a report is confirmed, and never again after. What took part of a limit keeps it.
create or replace function counts_for_limits(status text, ended_at timestamptz) returns boolean language sql immutable as $$
  select ended_at is null or status in ('released', 'dispute_won_buyer', 'chargeback_started', 'chargeback_paid')
$$;
do $$
declare
  went_well constant text := 'trade.status in (''released'', ''dispute_won_buyer'')';
  counted   constant text := '(' || went_well || ' or (trade.status = ''chargeback_started'' and not exists (
    select from chargeback_reports report where report.trade_id = trade.id and report.outcome = ''confirmed'')))';
  made      record;
begin
  for made in
    select step.name, pg_get_functiondef(step.name::regprocedure) as before, step.becomes
    from (values
      ('count_endings(bigint[])', counted),
      ('correct_trading_pairs(bigint[])', counted),
      ('feedback_is_of_its_trade()',
        'trade.status in (''released'', ''dispute_won_buyer'', ''chargeback_started'', ''chargeback_paid'')')) as step (name, becomes)
  loop
    if strpos(made.before, went_well) = 0 then
      raise exception '% does not say what went well', made.name;
    end if;
    execute replace(made.before, went_well, made.becomes);
  end loop;
end $$;

revoke all on function
  chargeback_until(trades), chargeback_time(text),
  report_chargeback(text, bigint, text, text, bytea, text[], timestamptz), kept_from_chargeback(trades, bigint),
  may_judge_chargeback(text, bigint), locked_chargeback(text), take_chargeback(text, bigint, text, timestamptz),
  decide_chargeback(text, bigint, text, text, bigint, timestamptz), chargeback_paid_units(chargeback_reports, text),
  make_chargeback_good(text, bigint, timestamptz), chargeback_follows_its_report(), erase_chargeback(),
  export_chargebacks(bigint, bigint, int)
from public;
grant execute on function
  chargeback_time(text), may_judge_chargeback(text, bigint),
  report_chargeback(text, bigint, text, text, bytea, text[], timestamptz),
  take_chargeback(text, bigint, text, timestamptz), decide_chargeback(text, bigint, text, text, bigint, timestamptz),
  make_chargeback_good(text, bigint, timestamptz)
  to parley_web;
grant execute on function export_chargebacks(bigint, bigint, int) to parley_worker;
