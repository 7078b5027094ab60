-- Of the staff, and not restricted in any way.
create or replace function may_judge(person bigint) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select exists (select from user_roles granted where granted.user_id = person)
    and not exists (
      select
      from user_restrictions restriction
      where restriction.user_id = person and restriction.lifted_at is null)
$$;
revoke all on function may_judge(bigint) from public;
grant execute on function may_judge(bigint) to parley_signer, parley_web;
