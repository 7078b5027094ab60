create or replace function trusts(owner bigint, reader bigint) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select exists (
    select
    from user_relations relation
    where relation.user_id = owner and relation.other_id = reader and relation.is_trusted)
$$;
revoke all on function trusts(bigint,bigint) from public;
grant execute on function trusts(bigint,bigint) to parley_web, parley_worker;
