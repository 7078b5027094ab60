create or replace function erase_email_changes() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from email_changes where user_id = new.user_id;
  return null;
end $$;
revoke all on function erase_email_changes() from public;
