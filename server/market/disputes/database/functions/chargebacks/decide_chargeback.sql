-- Decided by the staff member who has taken it. Outcomes: decided; not_open; not_judge; out_of_range where the operator would
-- make good more than was sold.
create or replace function decide_chargeback(case_number text, staff_id bigint, outcome text, answer text, units bigint, at timestamp with time zone) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  found record;
begin
  perform assert_now(at);
  select * into found from locked_chargeback(decide_chargeback.case_number);
  perform pg_advisory_xact_lock(7265004);
  if (found.report).trade_id is null or (found.report).outcome is not null then return 'not_open'; end if;
  if (found.report).taken_by is distinct from staff_id or kept_from_chargeback(found.trade, staff_id) then return 'not_judge'; end if;
  if units is not null and (decide_chargeback.outcome = 'confirmed'
    and units between 1 and (found.trade).units + (found.trade).fee_units - case when (found.trade).starter_id = (found.trade).seller_id then
      coalesce((found.trade).cashback_units, 0) else 0 end) is not true then return 'out_of_range'; end if;
  update chargeback_reports
  set outcome = decide_chargeback.outcome, answer = decide_chargeback.answer, compensation_units = units,
      decided_by = staff_id, decided_at = at
  where trade_id = (found.trade).id;
  perform add_staff_act(
    staff_id, 'chargeback.decide', (found.trade).hash,
    concat_ws(': ', decide_chargeback.case_number, decide_chargeback.outcome, units || ' units', decide_chargeback.answer), at);
  return 'decided';
end $$;
revoke all on function decide_chargeback(text,bigint,text,text,bigint,timestamp with time zone) from public;
grant execute on function decide_chargeback(text,bigint,text,text,bigint,timestamp with time zone) to parley_web;
