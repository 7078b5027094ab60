-- Whether two staff members who may still judge have approved it, and no fault exists that would have prevented approval.
create or replace function recovery_stands(known account_recoveries, at timestamp with time zone) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select recovery_fault(known, at) is null and 2 <= (
    select count(*) from recovery_approvals given where given.recovery_id = known.id and holds_right(given.staff_id, 'recoveries'))
$$;
revoke all on function recovery_stands(account_recoveries,timestamp with time zone) from public;
