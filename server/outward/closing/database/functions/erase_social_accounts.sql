create or replace function erase_social_accounts() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from social_accounts where user_id = new.user_id;
  delete from social_attempts where user_id = new.user_id;
  return null;
end $$;
revoke all on function erase_social_accounts() from public;
