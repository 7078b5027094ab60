-- At once, and by the job of those that are due.
create or replace function badge_is_due(user_id bigint) returns void
language sql set search_path = public, pg_temp as $$
  insert into badge_dues as due (user_id, due_at)
  values (badge_is_due.user_id, market_now())
  on conflict on constraint badge_dues_pkey do update
  set due_at = least(due.due_at, excluded.due_at)
$$;
revoke all on function badge_is_due(bigint) from public;
