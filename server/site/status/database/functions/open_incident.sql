-- `texts` has pairs of a language and its text. Outcomes: done; not_admin; part where the market does not have one of them.
create or replace function open_incident(parts text[], state text, texts text[], staff_id bigint, at timestamp with time zone, OUT outcome text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  made_id bigint;
begin
  perform assert_now(at);
  perform pg_advisory_xact_lock(7265004);
  outcome := case
    when is_admin(staff_id) is not true then 'not_admin'
    when not parts <@ array(select known.part from status_parts known) then 'part'
    else 'done'
  end;
  if outcome <> 'done' then
    return;
  end if;
  insert into status_incidents (started_at, opened_by, state, parts) values (at, staff_id, state, parts) returning id into made_id;
  insert into status_updates (incident_id, state, texts, made_by, made_at)
  values (made_id, 'investigating', jsonb_object(texts), staff_id, at);
  perform add_staff_act(
    staff_id, 'incident.open', made_id || ': ' || state || ': ' || array_to_string(parts, ', '), left(jsonb_object(texts) ->> 'en', 300), at);
end $$;
revoke all on function open_incident(text[],text,text[],bigint,timestamp with time zone) from public;
grant execute on function open_incident(text[],text,text[],bigint,timestamp with time zone) to parley_web;
