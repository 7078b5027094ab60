create or replace function recovery_faults(reference text, at timestamp with time zone) returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select recovery_fault(one, at) from account_recoveries one where one.reference = recovery_faults.reference
$$;
revoke all on function recovery_faults(text,timestamp with time zone) from public;
grant execute on function recovery_faults(text,timestamp with time zone) to parley_web;
