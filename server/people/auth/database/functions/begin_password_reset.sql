-- Creates a link for a user with a password, valid for 30 minutes; false for others.
create or replace function begin_password_reset(token_hash text, user_id bigint, at timestamp with time zone) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
begin
  perform assert_now(at);
  perform from users where users.id = begin_password_reset.user_id for no key update;
  delete from password_resets old
  where old.expires_at < at - interval '1 day';
  insert into password_resets (token_hash, user_id, changes, made_at, expires_at)
  select token_hash, user_id, credential.changes, at, at + interval '30 minutes'
  from credentials credential
  where credential.user_id = begin_password_reset.user_id;
  return found;
end $$;
revoke all on function begin_password_reset(text,bigint,timestamp with time zone) from public;
grant execute on function begin_password_reset(text,bigint,timestamp with time zone) to parley_worker;
