create or replace function holds_right(person bigint, act text) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select may_judge(person) and exists (
    select
    from user_roles granted
    join staff_rights allowed on allowed.role = granted.role
    where granted.user_id = holds_right.person and allowed.act = holds_right.act)
$$;
revoke all on function holds_right(bigint,text) from public;
grant execute on function holds_right(bigint,text) to parley_signer;
