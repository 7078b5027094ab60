-- Every flag of a user, by name.
create or replace function flags_of(person bigint) returns jsonb
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(jsonb_object_agg(flag.name, coalesce(theirs.is_on, is_among(flag.name, flags_of.person, flag.percent))), '{}')
  from feature_flags flag
  left join feature_flag_users theirs on theirs.name = flag.name and theirs.user_id = flags_of.person
$$;
revoke all on function flags_of(bigint) from public;
grant execute on function flags_of(bigint) to parley_web, parley_worker;
