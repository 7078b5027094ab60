-- `texts` has pairs of a language and its text. Outcomes: done; not_admin; unknown where there is no such incident; halted where a halt opened
-- it, which ends it too; over where it has ended.
create or replace function end_incident(incident_id bigint, texts text[], staff_id bigint, at timestamp with time zone, OUT outcome text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  found_one status_incidents;
begin
  perform assert_now(at);
  perform pg_advisory_xact_lock(7265004);
  if is_admin(staff_id) is not true then
    outcome := 'not_admin';
    return;
  end if;
  select one.* into found_one
  from status_incidents one
  where one.id = incident_id
  for update;
  outcome := case
    when found_one.id is null then 'unknown'
    when found_one.opened_by is null then 'halted'
    when found_one.ended_at is not null then 'over'
    else 'done'
  end;
  if outcome <> 'done' then
    return;
  end if;
  update status_incidents one set ended_at = greatest(at, one.started_at) where one.id = incident_id;
  insert into status_updates (incident_id, state, texts, made_by, made_at)
  values (incident_id, 'resolved', jsonb_object(texts), staff_id, at);
  perform add_staff_act(staff_id, 'incident.end', incident_id || '', left(jsonb_object(texts) ->> 'en', 300), at);
end $$;
revoke all on function end_incident(bigint,text[],bigint,timestamp with time zone) from public;
grant execute on function end_incident(bigint,text[],bigint,timestamp with time zone) to parley_web;
