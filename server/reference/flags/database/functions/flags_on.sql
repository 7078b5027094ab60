-- Those of these users for whom the flag is on: by their own row, or by their place in the percentage. Empty for an unknown flag.
create or replace function flags_on(name text, people bigint[]) returns bigint[]
language sql stable set search_path = public, pg_temp as $$
  select coalesce(array_agg(person), '{}')
  from feature_flags flag
  cross join unnest(people) as person
  left join feature_flag_users theirs on theirs.name = flag.name and theirs.user_id = person
  where flag.name = flags_on.name and coalesce(theirs.is_on, is_among(flag.name, person, flag.percent))
$$;
revoke all on function flags_on(text,bigint[]) from public;
