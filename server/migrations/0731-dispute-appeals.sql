-- The side that lost a dispute may appeal once, within a time, with something new to show; another moderator decides. Coins that went
-- the other way cannot be taken back: an appeal that is right names what the operator owes, and two administrators post it by a
-- correction for the appeal's case number. Owned by market/disputes.

insert into setting_rules (name, shape, initial, takes_two) values
  ('disputes.appeal_hours', '{"type":"integer","minimum":1,"maximum":8760}', '72', true),
  ('disputes.appeal_decision_hours', '{"type":"integer","minimum":1,"maximum":8760}', '72', true);

create table dispute_appeals (
  dispute_id         bigint      primary key references disputes,
  case_number        text        not null unique check (case_number ~ '^APPEAL-[A-Z0-9]{8,20}$'),
  appellant_id       bigint      not null references users,
  role               text        not null check (role in ('buyer', 'seller')),
  -- Emptied with the conversation.
  body               text        not null check (char_length(body) <= 1000),
  upload_ids         bigint[]    not null check (cardinality(upload_ids) <= 3),
  made_at            timestamptz not null,
  due_at             timestamptz not null,
  taken_by           bigint      references users,
  taken_at           timestamptz,
  outcome            text        check (outcome in ('upheld', 'overturned')),
  -- Of the decision, to both sides.
  answer             text        check (char_length(answer) <= 1000),
  compensation_units bigint      check (compensation_units > 0),
  decided_by         bigint      references users,
  decided_at         timestamptz,
  check ((outcome is null) = (decided_at is null)),
  check ((outcome is not distinct from 'overturned') = (compensation_units is not null))
);
create index dispute_appeals_open on dispute_appeals (due_at) where outcome is null;
create index dispute_appeals_decided on dispute_appeals (decided_at desc) where outcome is not null;
grant select on dispute_appeals to parley_web, parley_worker;

-- What a side did not get of an escrow: the most that an appeal can be worth to it.
create function appeal_most(trade trades, role text) returns bigint language sql stable set search_path = public, pg_temp as $$
  select case role
    when 'buyer' then trade.units - case
      when trade.buyer_share_units is not null then trade.buyer_share_units
      when trade.status = 'dispute_won_buyer' then trade.units
      else 0 end
    else case
      when trade.buyer_share_units is not null then
        trade.buyer_share_units + fee_of_share(trade.units, trade.fee_units, trade.buyer_share_units)
      when trade.status = 'dispute_won_buyer' then trade.units + trade.fee_units
      else 0 end
  end
$$;

-- The side that lost appeals: appealed; not_lost; expired; exists; no_file. Locks the trade, then the case.
create function make_dispute_appeal(
  hash text, appellant_id bigint, case_number text, body text, files text[], at timestamptz
) returns text language plpgsql security definer set search_path = public, pg_temp as $$
declare
  trade trades;
  found disputes;
  role  text;
  own   bigint[];
begin
  perform assert_now(at);
  perform assert_may_act_for(array[appellant_id]);
  select one.* into trade from trades one where one.hash = make_dispute_appeal.hash for update;
  role := case appellant_id when trade.buyer_id then 'buyer' when trade.seller_id then 'seller' end;
  if role is null then
    raise exception 'who appeals about the trade % is no side of it', hash using errcode = 'insufficient_privilege';
  end if;
  select one.* into found
  from disputes one
  where one.trade_hash = trade.hash and one.round = trade.round
  for update;
  if found.outcome is null or found.outcome not in ('buyer', 'seller') or found.outcome = role then return 'not_lost'; end if;
  if exists (select from dispute_appeals known where known.dispute_id = found.id) then return 'exists'; end if;
  if at >= found.decided_at + make_interval(hours => (setting_value('disputes.appeal_hours') #>> '{}')::int) then
    return 'expired';
  end if;
  own := array(
    select upload.id
    from uploads upload
    where upload.hash = any (files) and upload.owner_id = make_dispute_appeal.appellant_id and upload.sha256 is not null);
  if cardinality(files) = 0 or cardinality(own) <> cardinality(files) then return 'no_file'; end if;
  insert into dispute_appeals (dispute_id, case_number, appellant_id, role, body, upload_ids, made_at, due_at)
  values (found.id, make_dispute_appeal.case_number, make_dispute_appeal.appellant_id, role, make_dispute_appeal.body, own, at,
    at + make_interval(hours => (setting_value('disputes.appeal_decision_hours') #>> '{}')::int));
  return 'appealed';
end $$;

-- Another moderator than who decided, proposed or confirmed the award takes the appeal: taken; taken_before; not_judge; not_open.
create function take_dispute_appeal(case_number text, moderator_id bigint, at timestamptz) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  appeal dispute_appeals;
  found  disputes;
  trade  trades;
begin
  perform assert_now(at);
  select one.* into appeal from dispute_appeals one where one.case_number = take_dispute_appeal.case_number for update;
  select one.* into found from disputes one where one.id = appeal.dispute_id;
  select one.* into trade from trades one where one.hash = found.trade_hash;
  if appeal.dispute_id is null or appeal.outcome is not null then return 'not_open'; end if;
  if moderator_id in (trade.buyer_id, trade.seller_id) or not may_judge(moderator_id)
     or moderator_id in (coalesce(found.decided_by, 0), coalesce(found.proposed_by, 0), coalesce(found.taken_by, 0)) then
    return 'not_judge';
  end if;
  if appeal.taken_by = moderator_id then return 'taken'; end if;
  if appeal.taken_by is not null and may_judge(appeal.taken_by) then return 'taken_before'; end if;
  update dispute_appeals
  set taken_by = moderator_id, taken_at = at
  where dispute_id = appeal.dispute_id;
  return 'taken';
end $$;

-- Who has taken it decides: decided; not_open; not_judge; out_of_range where it is worth less or nothing.
create function decide_dispute_appeal(
  case_number text, moderator_id bigint, outcome text, answer text, units bigint, at timestamptz
) returns text language plpgsql security definer set search_path = public, pg_temp as $$
declare
  appeal dispute_appeals;
  trade  trades;
begin
  perform assert_now(at);
  select one.* into appeal from dispute_appeals one where one.case_number = decide_dispute_appeal.case_number for update;
  if appeal.dispute_id is null or appeal.outcome is not null then return 'not_open'; end if;
  if appeal.taken_by is distinct from moderator_id or not may_judge(moderator_id) then return 'not_judge'; end if;
  select one.* into trade
  from trades one join disputes found on found.trade_hash = one.hash
  where found.id = appeal.dispute_id;
  if outcome = 'overturned' and (units between 1 and appeal_most(trade, appeal.role)) is not true then return 'out_of_range'; end if;
  update dispute_appeals
  set outcome = decide_dispute_appeal.outcome, answer = decide_dispute_appeal.answer,
      compensation_units = case when decide_dispute_appeal.outcome = 'overturned' then units end,
      decided_by = moderator_id, decided_at = at
  where dispute_id = appeal.dispute_id;
  return 'decided';
end $$;

-- Whether the operator has paid what an appeal is worth: one correction for its number.
create function appeal_is_paid(case_number text) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select
    from dispute_appeals appeal
    join staff_changes change
      on change.kind = 'post_journal' and change.user_id = appeal.appellant_id
      and change.detail like 'credit:%:' || appeal.case_number
    join manual_journals posted on posted.change_id = change.id
    where appeal.case_number = appeal_is_paid.case_number)
$$;

-- The most that an appeal can be worth to who made it.
create function appeal_worth(case_number text) returns bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select appeal_most(trade, appeal.role)
  from dispute_appeals appeal
  join disputes dispute on dispute.id = appeal.dispute_id
  join trades trade on trade.hash = dispute.trade_hash
  where appeal.case_number = appeal_worth.case_number
$$;

-- As before (0730), and what was written in an appeal.
create or replace function erase_evidence() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update dispute_evidence
  set body = null, salt = null, upload_ids = '{}'
  where dispute_id = new.id and body is not null;
  update dispute_appeals
  set body = '', answer = case when answer is not null then '' end, upload_ids = '{}'
  where dispute_id = new.id;
  return null;
end $$;

-- As before (0730), and one's own appeals.
create or replace function export_evidence(export_id bigint, after bigint, most int) returns table (key bigint, line text)
language sql stable security definer set search_path = public, pg_temp as $$
  select numbered.place, numbered.line
  from (
    select row_number() over (order by said.at, said.dispute_id, said.place) as place, said.line
    from (
      select item.at, item.dispute_id, item.place,
        jsonb_build_object('trade', opened.trade_hash, 'evidence', item.body, 'handedInAt', item.at,
          'files', (select jsonb_agg(file.name) from uploads file where file.id = any (item.upload_ids)),
          'digest', encode(item.digest, 'hex'))::text as line
      from data_exports export
      join dispute_evidence item on item.author_id = export.user_id and item.role <> 'moderator'
      join disputes opened on opened.id = item.dispute_id
      where export.id = export_evidence.export_id and export.made_at is null
      union all
      select appeal.made_at, appeal.dispute_id, 0,
        jsonb_build_object('trade', opened.trade_hash, 'appeal', appeal.body, 'case', appeal.case_number, 'madeAt', appeal.made_at,
          'outcome', appeal.outcome, 'answer', appeal.answer, 'decidedAt', appeal.decided_at)::text
      from data_exports export
      join dispute_appeals appeal on appeal.appellant_id = export.user_id
      join disputes opened on opened.id = appeal.dispute_id
      where export.id = export_evidence.export_id and export.made_at is null
    ) as said
  ) as numbered
  where numbered.place > export_evidence.after
  order by numbered.place
  limit export_evidence.most
$$;

revoke all on function
  appeal_most(trades, text), make_dispute_appeal(text, bigint, text, text, text[], timestamptz),
  take_dispute_appeal(text, bigint, timestamptz), decide_dispute_appeal(text, bigint, text, text, bigint, timestamptz),
  appeal_is_paid(text), appeal_worth(text)
from public;
grant execute on function
  make_dispute_appeal(text, bigint, text, text, text[], timestamptz), take_dispute_appeal(text, bigint, timestamptz),
  decide_dispute_appeal(text, bigint, text, text, bigint, timestamptz), appeal_is_paid(text), appeal_worth(text)
  to parley_web;
