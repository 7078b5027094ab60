-- A level that one administrator has asked for and another has not confirmed yet was told to nobody but administrators: the
-- requirement that only staff can meet seemed untouched. Owned by outward/staff.

-- The highest that waits for somebody; null where none does.
create function level_asked_for(user_id bigint) returns numeric
language sql stable set search_path = public, pg_temp as $$
  select max(change.detail::numeric)
  from staff_changes change
  where change.user_id = level_asked_for.user_id and change.kind = 'set_level' and change.confirmed_at is null
    and change.expires_at > market_now()
$$;

revoke all on function level_asked_for from public;
grant execute on function level_asked_for to parley_web;
