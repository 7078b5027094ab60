-- Whether a trade that ended then ended longer ago than both go on talking.
create or replace function talk_is_over(ended_at timestamp with time zone) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select ended_at <= kept_since('chat.completed_days', 7, 'day')
$$;
revoke all on function talk_is_over(timestamp with time zone) from public;
grant execute on function talk_is_over(timestamp with time zone) to parley_web, parley_worker;
