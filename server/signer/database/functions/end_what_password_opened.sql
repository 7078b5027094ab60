create or replace function end_what_password_opened() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  at         timestamptz := market_now();
  session_id bigint;
begin
  for session_id in
    update sessions
    set ended_at = at
    where user_id = new.user_id and ended_at is null and id is distinct from new.kept_session
    returning id
  loop
    perform ring('live_end', session_id::text);
  end loop;
  update proofs
  set expires_at = least(expires_at, at)
  where user_id = new.user_id and spent_at is null;
  update email_codes
  set expires_at = least(expires_at, at)
  where user_id = new.user_id and spent_at is null;
  delete from authenticators
  where user_id = new.user_id and confirmed_at is null;
  delete from known_devices
  where user_id = new.user_id;
  insert into events (type, subject, payload, at)
  values ('account.password_changed', new.user_id::text,
    jsonb_build_object('detail', case when new.kept_session is null then 'by a link from an email' else 'in the settings' end), at);
  return null;
end $$;
revoke all on function end_what_password_opened() from public;
