-- How many of the staff approve one.
create or replace function verification_approvers(kind text) returns integer
language sql immutable as $$
  select case kind when 'company' then 2 else 1 end
$$;
revoke all on function verification_approvers(text) from public;
grant execute on function verification_approvers(text) to parley_web;
