-- Takes the case for a reason that is written down, before what was said is shown: taken; had where it is theirs already; taken_before;
-- not_judge; not_open.
create or replace function take_chargeback(case_number text, staff_id bigint, reason text, at timestamp with time zone) returns text
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
revoke all on function take_chargeback(text,bigint,text,timestamp with time zone) from public;
grant execute on function take_chargeback(text,bigint,text,timestamp with time zone) to parley_web;
