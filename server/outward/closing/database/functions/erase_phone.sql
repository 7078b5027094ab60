-- With the account goes its number, and what was sent to it.
create or replace function erase_phone() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from codes_to_send where user_id = new.user_id;
  delete from sent_codes where user_id = new.user_id;
  delete from code_channels where user_id = new.user_id;
  delete from phone_messages where user_id = new.user_id;
  delete from phones where user_id = new.user_id;
  return null;
end $$;
revoke all on function erase_phone() from public;
