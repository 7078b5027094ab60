-- Staff read that somebody had approved a company whose approval counts no more, because they have lost their role or rights were narrowed since (0881), and
-- waited for no other. Which approvals count is said in one place, which decides and is shown. Owned by outward/verification.

-- While it waits, those of who may decide about it now; of what was decided, those that counted then.
create function counted_approvals(verification_id bigint) returns setof verification_approvals
language sql stable security definer set search_path = public, pg_temp as $$
  select given.*
  from verification_approvals given
  join verifications shown on shown.id = given.verification_id
  where given.verification_id = counted_approvals.verification_id
    and case
      when shown.status <> 'pending' then true
      when shown.kind = 'company' then holds_right(given.staff_id, 'companies')
      else may_judge(given.staff_id)
    end
$$;

do $$
declare
  made   text := pg_get_functiondef('decide_verification(text, bigint, text[], date, timestamptz)'::regprocedure);
  counts constant text :=
    ' and case shown.kind when ''company'' then holds_right(given.staff_id, ''companies'') else may_judge(given.staff_id) end)';
  change text[];
begin
  foreach change slice 1 in array array[
    ['      -- Who may not judge any more has approved nothing.
      select 1 + count(*) from verification_approvals given
      where given.verification_id = shown.id' || counts, '      select 1 + count(*) from counted_approvals(shown.id))'],
    ['      select min(given.expires_on) from verification_approvals given
      where given.verification_id = shown.id' || counts, '      select min(given.expires_on) from counted_approvals(shown.id) given)'],
    ['  perform apply_verification(', '  -- What does not count now is no part of what is decided.
  delete from verification_approvals given
  where given.verification_id = shown.id
    and given.staff_id not in (select counted.staff_id from counted_approvals(shown.id) counted);
  perform apply_verification(']]
  loop
    if strpos(made, change[1]) = 0 then raise exception 'decide_verification does not say: %', change[1]; end if;
    made := replace(made, change[1], change[2]);
  end loop;
  execute made;
end $$;

revoke all on function counted_approvals from public;
grant execute on function counted_approvals to parley_web;
