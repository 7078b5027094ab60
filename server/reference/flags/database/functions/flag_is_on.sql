-- Whether the flag is on for a user.
create or replace function flag_is_on(name text, person bigint) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select flag_is_on.person = any (flags_on(flag_is_on.name, array[flag_is_on.person]))
$$;
revoke all on function flag_is_on(text,bigint) from public;
grant execute on function flag_is_on(text,bigint) to parley_web, parley_worker;
