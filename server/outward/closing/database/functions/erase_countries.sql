create or replace function erase_countries() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update users
  set sign_in_country = null, usual_country = null
  where users.id = new.user_id;
  return null;
end $$;
revoke all on function erase_countries() from public;
