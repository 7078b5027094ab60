create or replace function accounts_closing_obstacles(person bigint) returns TABLE(code text, detail text)
language sql stable set search_path = public, pg_temp as $$
  select 'restricted', count(*)::text
  from user_restrictions restriction
  where restriction.user_id = person and restriction.lifted_at is null
  having count(*) > 0
  union all
  select 'staff', count(*)::text
  from user_roles granted
  where granted.user_id = person
  having count(*) > 0
$$;
revoke all on function accounts_closing_obstacles(bigint) from public;
