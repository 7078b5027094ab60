-- While it waits, those of staff who may decide it now; once decided, those that counted then.
create or replace function counted_approvals(verification_id bigint) returns SETOF verification_approvals
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
revoke all on function counted_approvals(bigint) from public;
grant execute on function counted_approvals(bigint) to parley_web;
