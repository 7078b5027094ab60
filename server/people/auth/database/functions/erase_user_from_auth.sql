create or replace function erase_user_from_auth(person bigint) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  session bigint;
begin
  for session in
    update sessions
    set ended_at = market_now()
    where user_id = person and ended_at is null
    returning id
  loop
    perform ring('live_end', session::text);
  end loop;
  update sessions
  set ip = '', user_agent = ''
  where user_id = person;
  delete from pending_sign_ins where user_id = person;
  delete from email_codes where user_id = person;
  delete from known_devices where user_id = person;
  -- The last: the erasing of modules after this one may add to it.
  delete from account_activity where user_id = person;
end $$;
revoke all on function erase_user_from_auth(bigint) from public;
