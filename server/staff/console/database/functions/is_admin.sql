create or replace function is_admin(person bigint) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select exists (select from user_roles granted where granted.user_id = person and granted.role = 'admin')
$$;
revoke all on function is_admin(bigint) from public;
