-- A password is often changed because an intruder was signed in: a linked account that the intruder added ends with their
-- sessions.
create or replace function end_social_accounts() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  ended text;
begin
  for ended in delete from social_accounts where user_id = new.user_id returning provider
  loop
    perform note_activity(new.user_id, 'social_disconnected', title_of_social(ended));
    insert into events (type, subject, payload, at)
    values ('account.social_disconnected', new.user_id::text, jsonb_build_object('detail', title_of_social(ended)), market_now());
  end loop;
  delete from social_attempts where user_id = new.user_id;
  return null;
end $$;
revoke all on function end_social_accounts() from public;
