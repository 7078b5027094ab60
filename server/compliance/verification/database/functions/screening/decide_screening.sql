-- Decides a hit by a proof of just that, like an approval; confirming the match requires an active restriction as well.
-- Outcomes: done; unknown; over; own; not_judge; unlooked for staff who have not opened that user's documents lately;
-- unrestricted; unproved.
create or replace function decide_screening(reference text, staff_id bigint, verdict text, reason text, at timestamp with time zone, OUT outcome text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  hit screening_hits;
begin
  perform assert_now(at);
  if (verdict in ('somebody_else', 'listed') and char_length(reason) between 3 and 300) is not true then
    raise exception 'nothing is decided so' using errcode = 'check_violation';
  end if;
  perform pg_advisory_xact_lock(7265004);
  select found.* into hit from screening_hits found where found.reference = decide_screening.reference for update;
  outcome := case
    when holds_right(staff_id, 'screening') is not true then 'not_judge'
    when hit.id is null then 'unknown'
    when hit.verdict is not null then 'over'
    when hit.user_id = staff_id then 'own'
    when not has_looked_at(staff_id, hit.user_id) then 'unlooked'
    when verdict = 'listed' and not is_stopped(hit.user_id) then 'unrestricted'
    when not exists (
      select from spend_proofs(array['staff_approve_verification:' || hit.reference], array[staff_id])) then 'unproved'
    else 'done'
  end;
  if outcome <> 'done' then
    return;
  end if;
  update screening_hits found
  set verdict = decide_screening.verdict, decided_by = staff_id, decided_at = at, decided_why = reason
  where found.id = hit.id;
  perform add_staff_act(
    staff_id, 'screening.' || verdict, staff_change_about(hit.user_id, hit.listed_name), hit.reference || ': ' || reason, at);
end $$;
revoke all on function decide_screening(text,bigint,text,text,timestamp with time zone) from public;
grant execute on function decide_screening(text,bigint,text,text,timestamp with time zone) to parley_web;
