-- The numbers and codes go; orders name the account by number, and that a code was sold stays, as a mark that leads back to none.
create or replace function erase_user_from_top_ups(person bigint) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  delete from top_up_lookups where user_id = person;
  update top_up_pins set code_sealed = null, serial_sealed = null where user_id = person;
  update top_up_asks set status = 'skipped', ended_at = market_now() where user_id = person and status = 'waiting';
  update top_up_rules set phone_sealed = '', phone_index = '', status = 'ended', ended_at = coalesce(ended_at, market_now()) where user_id = person;
  update top_ups set phone_sealed = '', phone_index = '' where user_id = person;
end $$;
revoke all on function erase_user_from_top_ups(bigint) from public;
