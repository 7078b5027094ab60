create or replace function lift_compromised(recovery account_recoveries, own users, at timestamp with time zone) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  standing user_restrictions;
  -- Lifted by the approver who had not set it.
  approver bigint;
begin
  for standing in
    select one.*
    from user_restrictions one
    where one.user_id = own.id and one.state = 'compromised' and one.lifted_at is null
      and one.since < (
        select min(given.at)
        from recovery_approvals given
        where given.recovery_id = recovery.id and holds_right(given.staff_id, 'recoveries'))
    for update
  loop
    approver := (
      select given.staff_id
      from recovery_approvals given
      where given.recovery_id = recovery.id and given.staff_id is distinct from standing.set_by
        and holds_right(given.staff_id, 'recoveries')
      order by given.at desc
      limit 1);
    perform end_restriction(
      standing,
      (select lifted from recovery_texts where locale in (own.locale, 'en') order by locale = own.locale desc limit 1),
      approver, at);
    perform add_staff_act(
      approver, 'restriction.lift', staff_change_about(own.id, standing.state),
      standing.case_number || ': recovered by ' || recovery.reference, at);
  end loop;
end
$$;
revoke all on function lift_compromised(account_recoveries,users,timestamp with time zone) from public;
