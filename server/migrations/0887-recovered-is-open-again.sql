-- Recovering an account ends that it was compromised, where it was so before the first of the two who approved looked: `compromised`
-- leads to nothing but recovery, and its owner has come back by it. What staff set later stands.
-- Owned by outward/recovery.

create function lift_compromised(recovery account_recoveries, own users, at timestamptz) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  standing user_restrictions;
  -- By whoever approved and had not set it: the recovery is theirs.
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
      case own.locale
        when 'es' then 'Recuperaste la cuenta.'
        when 'ar' then 'لقد استعدت الحساب.'
        else 'You have recovered the account.'
      end,
      approver, at);
    perform add_staff_act(
      approver, 'restriction.lift', staff_change_about(own.id, standing.state),
      standing.case_number || ': recovered by ' || recovery.reference, at);
  end loop;
end
$$;
revoke all on function lift_compromised(account_recoveries, users, timestamptz) from public;

do $$
declare
  made text := pg_get_functiondef('finish_recovery(text)'::regprocedure);
  change text[];
begin
  foreach change slice 1 in array array[
    -- The chain of the staff's acts comes before the case, as for who approves one.
    ['  -- A closing first, as a worker that closes does.',
     '  perform pg_advisory_xact_lock(7265004);
  -- A closing first, as a worker that closes does.'],
    ['  perform note_activity(own.id, ''staff_recovered'', shown.code);',
     '  perform lift_compromised(shown, own, at);
  perform note_activity(own.id, ''staff_recovered'', shown.code);']]
  loop
    if strpos(made, change[1]) = 0 then raise exception 'finish_recovery does not say: %', change[1]; end if;
    made := replace(made, change[1], change[2]);
  end loop;
  execute made;
end $$;
