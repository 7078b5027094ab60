-- Nobody could see what had happened on their account. The database writes it down now, in the transaction of each act and
-- by triggers on the tables that the act changes: a web that is taken over has no right to write, change or leave out a line.
-- Where from is what the process that acts was told. Kept for a year, as addresses of ended sessions are.
-- Owned by people/auth.

create table account_activity (
  id         bigint      generated always as identity primary key,
  user_id    bigint      not null references users,
  kind       text        not null check (kind in (
    'signed_in', 'session_ended', 'new_device', 'wrong_password', 'wrong_confirmation', 'wrong_code',
    'reset_asked', 'recovery_began', 'password_reset', 'password_changed', 'factor_added', 'factor_removed',
    'email_confirmed', 'email_changed', 'username_changed', 'role_granted', 'role_revoked')),
  -- Of a factor which, of a role its name, of a username the one of before.
  detail     text        not null default '',
  -- Of wrong guesses of one place when they began, and how many came within an hour.
  at         timestamptz not null,
  times      int         not null default 1 check (times > 0),
  -- Null where nobody was there, as when staff grant a role.
  ip         text,
  user_agent text
);
create index account_activity_of_user on account_activity (user_id, id desc);
create index account_activity_by_age on account_activity (at);
grant select on account_activity to parley_web, parley_worker;

-- Of the present transaction, as its process has said; null where it has not.
create function called_from() returns jsonb language sql stable set search_path = public, pg_temp as $$
  select nullif(current_setting('parley.called_from', true), '')::jsonb
$$;

create function note_activity(user_id bigint, kind text, detail text, ip text, user_agent text) returns void
language sql set search_path = public, pg_temp as $$
  insert into account_activity (user_id, kind, detail, at, ip, user_agent)
  values (user_id, kind, left(detail, 100), market_now(), left(ip, 64), left(user_agent, 400))
$$;

create function note_activity(user_id bigint, kind text, detail text) returns void
language sql set search_path = public, pg_temp as $$
  select note_activity(user_id, kind, detail, called_from() ->> 'ip', called_from() ->> 'userAgent')
$$;

-- Wrong guesses of one hour and place are one line: whoever guesses all day fills no page.
create function note_wrong_guess(user_id bigint, kind text) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  update account_activity known
  set times = known.times + 1
  where known.id = (
    select last.id
    from account_activity last
    where last.user_id = note_wrong_guess.user_id and last.kind = note_wrong_guess.kind
      and last.ip is not distinct from left(called_from() ->> 'ip', 64)
      and last.user_agent is not distinct from left(called_from() ->> 'userAgent', 400)
      and last.at > market_now() - interval '1 hour'
    order by last.id desc
    limit 1);
  if not found then
    perform note_activity(note_wrong_guess.user_id, note_wrong_guess.kind, '');
  end if;
end $$;

-- Sessions. The owner opens those of a demo market's people, who are nobody.
create function note_session() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not pg_has_role(session_user, (select relowner from pg_class where oid = tg_relid), 'usage') or tg_op = 'UPDATE' then
    perform note_activity(new.user_id, case tg_op when 'INSERT' then 'signed_in' else 'session_ended' end, '',
      new.ip, new.user_agent);
  end if;
  return null;
end $$;
create trigger session_begun_noted after insert on sessions
  for each row execute function note_session();
create trigger session_end_noted after update of ended_at on sessions
  for each row when (old.ended_at is null and new.ended_at is not null)
  execute function note_session();

-- A session is whose it was when it began, and one that has ended does not go on: otherwise one could begin without a line.
revoke update on sessions from parley_web, parley_worker, parley_chain;
grant update (token_hash, token_at, seen_at, ended_at) on sessions to parley_web, parley_worker;
create function keep_session_ended() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception 'a session that has ended stays so' using errcode = 'insufficient_privilege';
end $$;
create trigger session_stays_ended before update of ended_at on sessions
  for each row when (old.ended_at is not null and new.ended_at is null)
  execute function keep_session_ended();

-- A guess is counted before it is compared; what was wrong is marked so afterwards. Of an address that nobody has confirmed
-- whoever typed it in would read where its real owner signs in.
alter table credential_failures add column is_wrong boolean not null default false;
grant update (is_wrong) on credential_failures to parley_signer;
create function note_failure() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.purpose <> 'sign_in'
    or exists (select from users where users.id = new.user_id and users.email_confirmed_at is not null)
  then
    perform note_wrong_guess(new.user_id,
      case new.purpose when 'sign_in' then 'wrong_password' when 'prove' then 'wrong_confirmation' else 'wrong_code' end);
  end if;
  return null;
end $$;
create trigger failure_noted after insert on credential_failures
  for each row when (new.is_wrong)
  execute function note_failure();
create trigger later_failure_noted after update of is_wrong on credential_failures
  for each row when (new.is_wrong and not old.is_wrong)
  execute function note_failure();

-- What the trigger says, of the row's user; with a detail where the trigger names one.
create function note_change() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform note_activity(coalesce(new.user_id, old.user_id), tg_argv[0], coalesce(tg_argv[1], ''));
  return null;
end $$;
create trigger new_device_noted after insert on send_out_holds
  for each row when (new.reason = 'new_device')
  execute function note_change('new_device');
create trigger reset_noted after insert on password_resets
  for each row execute function note_change('reset_asked');
create trigger recovery_noted after update on password_resets
  for each row when (old.waits_until is null and new.waits_until is not null)
  execute function note_change('recovery_began');
create trigger password_reset_noted after update of password_hash on credentials
  for each row when (new.user_id is not null and new.password_hash <> old.password_hash and new.kept_session is null)
  execute function note_change('password_reset');
create trigger password_change_noted after update of password_hash on credentials
  for each row when (new.user_id is not null and new.password_hash <> old.password_hash and new.kept_session is not null)
  execute function note_change('password_changed');
create trigger new_authenticator_noted after update on authenticators
  for each row when (old.confirmed_at is null and new.confirmed_at is not null)
  execute function note_change('factor_added', 'authenticator app');
create trigger removed_authenticator_noted after delete on authenticators
  for each row when (old.confirmed_at is not null)
  execute function note_change('factor_removed', 'authenticator app');
create trigger removed_passkey_noted after delete on passkeys
  for each row execute function note_change('factor_removed', 'passkey');

-- The owner gives keys to the demo's robots.
create function note_passkey() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not pg_has_role(session_user, (select relowner from pg_class where oid = tg_relid), 'usage') then
    perform note_activity(new.user_id, 'factor_added', 'passkey');
  end if;
  return null;
end $$;
create trigger new_passkey_noted after insert on passkeys
  for each row execute function note_passkey();

create function note_role() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform note_activity(coalesce(new.user_id, old.user_id),
    case tg_op when 'INSERT' then 'role_granted' else 'role_revoked' end, coalesce(new.role, old.role));
  return null;
end $$;
create trigger role_noted after insert or delete on user_roles
  for each row execute function note_role();

-- The owner seals emails anew with another secret: that changes their marks, and no email.
create function note_account_change() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if old.email_confirmed_at is null and new.email_confirmed_at is not null then
    perform note_activity(new.id, 'email_confirmed', '');
  end if;
  if old.email_index <> new.email_index
    and not pg_has_role(session_user, (select relowner from pg_class where oid = tg_relid), 'usage')
  then
    perform note_activity(new.id, 'email_changed', '');
  end if;
  if old.username <> new.username then
    perform note_activity(new.id, 'username_changed', old.username);
  end if;
  return null;
end $$;
create trigger account_change_noted after update of email_index, email_confirmed_at, username on users
  for each row execute function note_account_change();

-- What is older than a year, and the addresses of sessions that ended so long ago: some of them. Returns how many.
create index sessions_with_address on sessions (least(ended_at, expires_at)) where ip <> '';
create function erase_old_activity() returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  before timestamptz := market_now() - interval '1 year';
  erased int;
  emptied int;
begin
  delete from account_activity
  where id in (select old.id from account_activity old where old.at < before order by old.at limit 5000);
  get diagnostics erased = row_count;
  update sessions
  set ip = '', user_agent = ''
  where id in (
    select old.id
    from sessions old
    where old.ip <> '' and least(old.ended_at, old.expires_at) < before
    order by least(old.ended_at, old.expires_at)
    limit 5000);
  get diagnostics emptied = row_count;
  return erased + emptied;
end $$;

revoke all on function called_from(), note_activity(bigint, text, text, text, text), note_activity(bigint, text, text),
  note_wrong_guess(bigint, text), note_session(), keep_session_ended(), note_failure(), note_change(), note_passkey(), note_role(),
  note_account_change(), erase_old_activity() from public;
grant execute on function erase_old_activity() to parley_worker;
