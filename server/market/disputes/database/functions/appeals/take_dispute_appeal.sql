-- A moderator other than those who decided, proposed or confirmed the award takes the appeal: taken; taken_before; not_judge; not_open.
create or replace function take_dispute_appeal(case_number text, moderator_id bigint, at timestamp with time zone) returns text
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
  where dispute_appeals.case_number = appeal.case_number;
  return 'taken';
end $$;
revoke all on function take_dispute_appeal(text,bigint,timestamp with time zone) from public;
grant execute on function take_dispute_appeal(text,bigint,timestamp with time zone) to parley_web;
