-- A staff member who may judge was here in the last half an hour.
create or replace function moderator_is_here(at timestamp with time zone) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select
    from user_roles granted
    where (select staff.last_seen_at from users staff where staff.id = granted.user_id) > at - interval '30 minutes'
      and may_judge(granted.user_id))
$$;
revoke all on function moderator_is_here(timestamp with time zone) from public;
grant execute on function moderator_is_here(timestamp with time zone) to parley_web, parley_worker;
