-- Whether the flag is on for a user: by their own row, or by their place in the percentage. False for an unknown flag.
create or replace function flag_is_on(name text, person bigint) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(bool_or(coalesce(theirs.is_on, is_among(flag.name, flag_is_on.person, flag.percent))), false)
  from feature_flags flag
  left join feature_flag_users theirs on theirs.name = flag.name and theirs.user_id = flag_is_on.person
  where flag.name = flag_is_on.name
$$;
revoke all on function flag_is_on(text,bigint) from public;
grant execute on function flag_is_on(text,bigint) to parley_web, parley_worker;
