-- Where somebody signed in from goes with their account. Owned by people/accounts.
create function erase_countries() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update users
  set sign_in_country = null, usual_country = null
  where users.id = new.user_id;
  return null;
end $$;
create trigger countries_erased after update of closed_at on account_closures
  for each row when (old.closed_at is null and new.closed_at is not null)
  execute function erase_countries();
revoke all on function erase_countries() from public;
