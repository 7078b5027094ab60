-- As isAmong and isFlagOn of reference/flags: a person's own row, or their place of a hundred.
create or replace function flag_is_on(name text, person bigint) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(
    theirs.is_on,
    ('x' || encode(substr(sha256(convert_to(flag.name || ':' || person, 'UTF8')), 1, 4), 'hex'))::bit(32)::bigint % 100 < flag.percent)
  from feature_flags flag
  left join feature_flag_users theirs on theirs.name = flag.name and theirs.user_id = flag_is_on.person
  where flag.name = flag_is_on.name
$$;
revoke all on function flag_is_on(text,bigint) from public;
