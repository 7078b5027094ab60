-- A phone that is confirmed, or removed, settles the level at once.
create or replace function settle_level_of_phone() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform settle_level(coalesce(new.user_id, old.user_id));
  return null;
end $$;
revoke all on function settle_level_of_phone() from public;
