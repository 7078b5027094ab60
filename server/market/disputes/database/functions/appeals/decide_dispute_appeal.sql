-- Decided by the staff member who has taken it. Outcomes: decided; not_open; not_judge; out_of_range where it is worth less or
-- nothing.
create or replace function decide_dispute_appeal(case_number text, moderator_id bigint, outcome text, answer text, units bigint, at timestamp with time zone) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
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
  where dispute_appeals.case_number = appeal.case_number;
  return 'decided';
end $$;
revoke all on function decide_dispute_appeal(text,bigint,text,text,bigint,timestamp with time zone) from public;
grant execute on function decide_dispute_appeal(text,bigint,text,text,bigint,timestamp with time zone) to parley_web;
