-- `texts` has pairs of a language and its text. Outcomes: done; not_admin; unknown where there is no such incident; state where it has
-- ended and the word is of one that lasts, or the other way round.
create or replace function update_incident(incident_id bigint, state text, texts text[], staff_id bigint, at timestamp with time zone, OUT outcome text) returns text
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
  for share;
  outcome := case
    when found_one.id is null then 'unknown'
    when (found_one.ended_at is not null) <> (state = 'postmortem') then 'state'
    else 'done'
  end;
  if outcome <> 'done' then
    return;
  end if;
  insert into status_updates (incident_id, state, texts, made_by, made_at)
  values (incident_id, state, jsonb_object(texts), staff_id, at);
  perform add_staff_act(staff_id, 'incident.update', incident_id || ': ' || state, left(jsonb_object(texts) ->> 'en', 300), at);
end $$;
revoke all on function update_incident(bigint,text,text[],bigint,timestamp with time zone) from public;
grant execute on function update_incident(bigint,text,text[],bigint,timestamp with time zone) to parley_web;
