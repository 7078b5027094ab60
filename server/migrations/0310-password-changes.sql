-- A password was for ever: whoever had forgotten it was locked out, and whoever feared for it could not change it. The
-- signer changes it, after the old one or by a link of which only the digest is kept. The web makes no link: a worker does,
-- which sends the emails, and the address they go to stays as it was confirmed. What the old password had opened ends in
-- the transaction that changes it. Owned by signer and people/auth.

alter table credentials
  -- A link is for one state of the password: it ends with the next.
  add column changes      int not null default 0,
  -- When it was changed last; null for the first.
  add column changed_at   timestamptz,
  -- The session that changed it goes on, and no other.
  add column kept_session bigint;

create table password_resets (
  -- SHA-256 in hexadecimal.
  token_hash  text        primary key,
  user_id     bigint      not null references users,
  changes     int         not null,
  made_at     timestamptz not null,
  expires_at  timestamptz not null,
  -- Of who has lost what they confirm with: the link works from then on.
  waits_until timestamptz,
  spent_at    timestamptz,
  check (expires_at > made_at)
);
create index password_resets_of_user on password_resets (user_id, made_at);
grant select, update on password_resets to parley_signer;

-- A link for whoever has a password; false for others. For 30 minutes.
create function begin_password_reset(token_hash text, user_id bigint, at timestamptz) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
begin
  perform assert_now(at);
  delete from password_resets old
  where old.expires_at < at - interval '1 day';
  insert into password_resets (token_hash, user_id, changes, made_at, expires_at)
  select token_hash, user_id, credential.changes, at, at + interval '30 minutes'
  from credentials credential
  where credential.user_id = begin_password_reset.user_id;
  return found;
end $$;

-- Whose link this is: nobody's when it has ended or was used.
create function password_reset_user(token_hash text) returns bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select reset.user_id
  from password_resets reset
  join credentials credential on credential.user_id = reset.user_id and credential.changes = reset.changes
  where reset.token_hash = password_reset_user.token_hash
    and reset.spent_at is null and reset.expires_at > market_now()
$$;

-- Whether the password is still the one that was compared then. Until the end of the transaction it stays so: a session
-- of the old one cannot begin beside its end.
create function password_stands(user_id bigint, since timestamptz) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  last_change timestamptz;
begin
  select credential.changed_at into last_change
  from credentials credential
  where credential.user_id = password_stands.user_id
  for share;
  return last_change is null or last_change <= since;
end $$;

create function end_what_password_opened() returns trigger
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
    perform pg_notify('live_end', session_id::text);
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
create trigger password_changed after update of password_hash on credentials
  for each row when (new.user_id is not null and new.password_hash <> old.password_hash)
  execute function end_what_password_opened();

create function tell_recovery() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into events (type, subject, payload, at)
  values ('account.recovery_began', new.user_id::text,
    jsonb_build_object('detail', to_char(new.waits_until at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"')), market_now());
  return null;
end $$;
create trigger recovery_told after update on password_resets
  for each row when (old.waits_until is null and new.waits_until is not null)
  execute function tell_recovery();

-- Where an email may bring a password, the address is what the account hangs on: a web that is taken over would change it.
-- Only a function that says so changes one that was confirmed.
create function keep_confirmed_email() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if not pg_has_role(current_user, (select relowner from pg_class where oid = tg_relid), 'usage') then
    raise exception 'an email that was confirmed stays' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger confirmed_email_stays before update of email_sealed, email_index, email_confirmed_at on users
  for each row when (old.email_confirmed_at is not null and (
    new.email_sealed <> old.email_sealed or new.email_index <> old.email_index
    or new.email_confirmed_at is distinct from old.email_confirmed_at))
  execute function keep_confirmed_email();

alter table send_out_holds drop constraint send_out_holds_reason_check;
alter table send_out_holds add constraint send_out_holds_reason_check
  check (reason in ('new_factor', 'new_device', 'factor_lost', 'new_password'));

revoke all on function begin_password_reset(text, bigint, timestamptz), password_reset_user(text),
  password_stands(bigint, timestamptz), end_what_password_opened(), tell_recovery(), keep_confirmed_email() from public;
grant execute on function begin_password_reset(text, bigint, timestamptz) to parley_worker;
grant execute on function password_reset_user(text), password_stands(bigint, timestamptz) to parley_web;
