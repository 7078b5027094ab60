-- With the account.
create or replace function erase_second_steps() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from pending_sign_ins where user_id = new.user_id;
  delete from recovery_codes where user_id = new.user_id;
  delete from factor_options where user_id = new.user_id;
  return null;
end $$;
revoke all on function erase_second_steps() from public;
