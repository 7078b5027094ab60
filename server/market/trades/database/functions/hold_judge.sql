create or replace function hold_judge(person bigint) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock_shared(7265004);
  return may_judge(person);
end $$;
revoke all on function hold_judge(bigint) from public;
grant execute on function hold_judge(bigint) to parley_web;
