-- Staff write a note of an application, invite to an interview, or decline; the reason is a note too. A level, which accepts, takes two of
-- them (set_ambassador_level). Outcomes: done; unknown; own; not_judge; closed where it was decided before.
create or replace function judge_ambassador_application(number text, step text, note text, staff_id bigint, at timestamp with time zone)
returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  judged ambassador_applications;
begin
  perform assert_now(at);
  if (step in ('note', 'interview', 'declined')) is not true then
    raise exception 'no step of an application is called %', step using errcode = 'check_violation';
  end if;
  perform pg_advisory_xact_lock(7265004);
  select sent.* into judged
  from ambassador_applications sent
  where sent.number = judge_ambassador_application.number
  for update;
  if holds_right(staff_id, 'partners') is not true then return 'not_judge'; end if;
  if judged.id is null then return 'unknown'; end if;
  if judged.user_id = staff_id then return 'own'; end if;
  if judged.status not in ('sent', 'interview') or step = judged.status then return 'closed'; end if;
  insert into ambassador_notes (application_id, staff_id, text, at) values (judged.id, staff_id, note, at);
  if step <> 'note' then
    update ambassador_applications sent
    set status = step, changed_at = at, decided_by = case when step = 'declined' then staff_id end
    where sent.id = judged.id;
    insert into events (type, subject, payload, at)
    values ('account.ambassador_' || step, judged.user_id::text, jsonb_build_object('detail', judged.number), at);
  end if;
  perform add_staff_act(staff_id, 'ambassador.' || step, judged.number, note, at);
  return 'done';
end $$;
revoke all on function judge_ambassador_application(text,text,text,bigint,timestamp with time zone) from public;
grant execute on function judge_ambassador_application(text,text,text,bigint,timestamp with time zone) to parley_web;
