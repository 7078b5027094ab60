-- The highest level that waits for a user; null where none does.
create or replace function level_asked_for(user_id bigint) returns numeric
language sql stable set search_path = public, pg_temp as $$
  select max(change.detail::numeric)
  from staff_changes change
  where change.user_id = level_asked_for.user_id and change.kind = 'set_level' and change.confirmed_at is null
    and change.expires_at > market_now()
$$;
revoke all on function level_asked_for(bigint) from public;
grant execute on function level_asked_for(bigint) to parley_web;
