-- The account before its case, as everything that locks both does. Null where there is none.
create or replace function locked_recovery(recovery_id bigint) returns account_recoveries
language plpgsql set search_path = public, pg_temp as $$
declare
  known account_recoveries;
begin
  perform from users
  where users.id = (select one.user_id from account_recoveries one where one.id = locked_recovery.recovery_id)
  for update;
  select one.* into known from account_recoveries one where one.id = locked_recovery.recovery_id for update;
  return known;
end $$;
revoke all on function locked_recovery(bigint) from public;
