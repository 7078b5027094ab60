-- The flag of one user: on, off or default.
create or replace function user_flag(name text, user_id bigint) returns text
language sql stable set search_path = public, pg_temp as $$
  select coalesce((
    select case when theirs.is_on then 'on' else 'off' end
    from feature_flag_users theirs
    where theirs.name = user_flag.name and theirs.user_id = user_flag.user_id), 'default')
$$;
revoke all on function user_flag(text,bigint) from public;
grant execute on function user_flag(text,bigint) to parley_signer;
