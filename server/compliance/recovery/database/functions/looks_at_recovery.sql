-- A look shows it, and lets decide, for half an hour.
create or replace function looks_at_recovery(recovery_id bigint, staff_id bigint) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select exists (
    select from recovery_looks looked
    where looked.recovery_id = looks_at_recovery.recovery_id
      and looked.staff_id = looks_at_recovery.staff_id and looked.at > market_now() - interval '30 minutes')
$$;
revoke all on function looks_at_recovery(bigint,bigint) from public;
grant execute on function looks_at_recovery(bigint,bigint) to parley_web;
