-- Once a staff member has looked, the next thing due of the staff is the decision.
create or replace function next_due_of_case() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  new.due_at := greatest(new.evidence_due_at, new.taken_at) + make_interval(hours => new.decision_hours);
  return new;
end $$;
revoke all on function next_due_of_case() from public;
