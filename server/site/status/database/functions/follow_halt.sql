-- A halt opens an incident, or joins the one that began with it; the last of its halts ends it. A halt of a moment leaves one, too.
create or replace function follow_halt() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  at timestamptz := market_now();
  open_id bigint;
begin
  if tg_op = 'INSERT' then
    select one.id into open_id
    from status_incidents one
    where one.started_at = new.since and one.ended_at is null and one.opened_by is null
    for update;
    if open_id is null then
      insert into status_incidents (started_at) values (new.since) returning id into open_id;
    end if;
    insert into status_incident_halts (incident_id, halt, began_at) values (open_id, new.name, new.since);
    return null;
  end if;
  -- Two halts that are lifted at once wait for each other here, so that the second sees that it is the last.
  select one.id into open_id
  from status_incidents one
  join status_incident_halts part on part.incident_id = one.id
  where part.halt = old.name and part.ended_at is null
  for update of one;
  update status_incident_halts part
  set ended_at = greatest(at, part.began_at)
  where part.halt = old.name and part.ended_at is null;
  update status_incidents one
  set ended_at = greatest(at, one.started_at)
  where one.id = open_id and one.ended_at is null and not exists (
    select
    from status_incident_halts part
    where part.incident_id = open_id and part.ended_at is null);
  return null;
end $$;
revoke all on function follow_halt() from public;
