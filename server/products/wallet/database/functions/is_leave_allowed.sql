-- Whether all that restricts this user is a ban whose last send-out was approved.
create or replace function is_leave_allowed(user_id bigint) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select coalesce(bool_and(standing.state = 'banned' and standing.leave_allowed_at is not null), false)
  from user_restrictions standing
  where standing.user_id = is_leave_allowed.user_id and standing.lifted_at is null
$$;
revoke all on function is_leave_allowed(bigint) from public;
grant execute on function is_leave_allowed(bigint) to parley_web;
