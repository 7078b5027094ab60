-- Of the staff, not restricted themselves, by a role that counts already and has the right. About themselves nobody; about
-- others of the staff administrators only: else a moderator would stop everybody who could stop them.
create or replace function may_restrict(staff_id bigint, person bigint, state text) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select staff_id <> person and may_judge(staff_id) and exists (
    select
    from user_roles granted
    join restriction_rights allowed on allowed.role = granted.role
    where granted.user_id = may_restrict.staff_id and allowed.state = may_restrict.state
      and coalesce(granted.decides_from, '-infinity') <= market_now()
      and (granted.role = 'admin' or not exists (select from user_roles theirs where theirs.user_id = may_restrict.person)))
$$;
revoke all on function may_restrict(bigint,bigint,text) from public;
grant execute on function may_restrict(bigint,bigint,text) to parley_signer;
