-- A reopened trade is unpaid again.
create or replace function await_unmet_requirements() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  new.awaited := unmet_requirements(new.id, new.requirements);
  return new;
end $$;
revoke all on function await_unmet_requirements() from public;
