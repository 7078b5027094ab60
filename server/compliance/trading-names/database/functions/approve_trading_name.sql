-- Approves a trading name, by a proof of just that. Two reviewers do it; the first counts while that reviewer holds the right. Outcomes:
-- done; approved_first; second_person; unknown; over; own; not_judge; taken by a name that was approved or asked for meanwhile; unproved.
create or replace function approve_trading_name(reference text, staff_id bigint, at timestamp with time zone, OUT outcome text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  asked trading_names;
begin
  perform assert_now(at);
  perform pg_advisory_xact_lock(7265004);
  perform lock_trading_names();
  select one.* into asked from trading_names one where one.reference = approve_trading_name.reference for update;
  outcome := case
    when holds_right(staff_id, 'companies') is not true then 'not_judge'
    when asked.id is null then 'unknown'
    when asked.status <> 'waiting' then 'over'
    when asked.user_id = staff_id then 'own'
    when asked.first_by = staff_id then 'second_person'
    when is_trading_name_taken(asked.user_id, asked.name, asked.look) then 'taken'
    when not exists (
      select from spend_proofs(array['staff_approve_verification:' || asked.reference], array[staff_id])) then 'unproved'
    when asked.first_by is null or not holds_right(asked.first_by, 'companies') then 'approved_first'
    else 'done'
  end;
  if outcome = 'approved_first' then
    update trading_names one set first_by = staff_id, first_at = at where one.id = asked.id;
    perform add_staff_act(
      staff_id, 'trading_name.approve_first', staff_change_about(asked.user_id, asked.name), asked.reference, at);
  elsif outcome = 'done' then
    perform show_trading_name(asked.id, staff_id, at);
    perform add_staff_act(
      staff_id, 'trading_name.approve', staff_change_about(asked.user_id, asked.name), asked.reference, at);
  end if;
end $$;
revoke all on function approve_trading_name(text,bigint,timestamp with time zone) from public;
grant execute on function approve_trading_name(text,bigint,timestamp with time zone) to parley_web;
