-- A password alone signed in, whatever else its owner had set up. Who has an authenticator app, a passkey or codes that are sent
-- is asked for it now before there is a session; ten recovery codes stand in when it is lost; and each chooses what a second
-- factor is asked for. The signer keeps and compares all of it. Owned by signer and people/auth.

-- After a right password, until the second step: it opens nothing. The token lies in the browser's cookie, which alone may go on.
create table pending_sign_ins (
  id           bigint      generated always as identity primary key,
  -- SHA-256.
  token_hash   bytea       not null unique,
  -- What a passkey says yes to, and what a code is sent for.
  public_id    text        not null unique,
  user_id      bigint      not null references users,
  -- A digest of the browser's name.
  browser_hash bytea       not null,
  -- Before the password was compared: a change of it ends this.
  password_at  timestamptz not null,
  made_at      timestamptz not null,
  expires_at   timestamptz not null,
  tries_left   int         not null check (tries_left >= 0),
  spent_at     timestamptz,
  check (expires_at <= made_at + interval '15 minutes')
);
create index pending_sign_ins_by_age on pending_sign_ins (made_at);
create index pending_sign_ins_of_user on pending_sign_ins (user_id);
grant select, insert on pending_sign_ins to parley_web;
grant update (tries_left, spent_at) on pending_sign_ins to parley_web;
grant select, delete on pending_sign_ins to parley_worker;

-- What was used or ran out stays so.
create function keep_sign_in_spent() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception 'a sign-in that was finished or ran out of tries stays so' using errcode = 'insufficient_privilege';
end $$;
create trigger sign_in_stays_spent before update on pending_sign_ins
  for each row when (new.tries_left > old.tries_left or (old.spent_at is not null and new.spent_at is distinct from old.spent_at))
  execute function keep_sign_in_spent();

-- Begun with an authenticator app or a passkey: what staff may do takes such a session.
alter table sessions add column is_strong boolean not null default false;

create table recovery_codes (
  id        bigint      generated always as identity primary key,
  user_id   bigint      not null references users,
  -- Keyed by the signer: whoever reads the table does not learn the code.
  code_mark bytea       not null,
  made_at   timestamptz not null,
  used_at   timestamptz,
  unique (user_id, code_mark)
);

-- Where a second factor is asked for; everywhere for who has no row.
create table factor_options (
  user_id    bigint      primary key references users,
  login      boolean     not null,
  release    boolean     not null,
  sendout    boolean     not null,
  changed_at timestamptz not null
);

grant select, insert, update, delete on recovery_codes, factor_options to parley_signer;

alter table credential_failures drop constraint credential_failures_purpose_check;
alter table credential_failures add constraint credential_failures_purpose_check
  check (purpose in ('sign_in', 'prove', 'code', 'second_step', 'recovery'));

alter table account_activity drop constraint account_activity_kind_check;
alter table account_activity add constraint account_activity_kind_check check (kind in (
  'signed_in', 'session_ended', 'new_device', 'wrong_password', 'wrong_confirmation', 'wrong_code',
  'reset_asked', 'recovery_began', 'password_reset', 'password_changed', 'factor_added', 'factor_removed',
  'email_confirmed', 'email_changed', 'username_changed', 'role_granted', 'role_revoked',
  'closing_asked', 'closing_withdrawn', 'data_asked', 'phone_confirmed', 'phone_removed',
  'wrong_second_step', 'recovery_code_used', 'recovery_codes_made', 'factor_options_set'));

-- What a second factor is asked for at signing in, at releases and at what leaves: the strongest there is, and in the numbers of the
-- given API 0 never on, 1 on, 2 turned off, 3 waiting for its first code. Staff are asked everywhere.
create function factor_uses(user_id bigint) returns jsonb
language sql stable security definer set search_path = public, pg_temp as $$
  with has as (
    select
      exists (select from authenticators app where app.user_id = factor_uses.user_id and app.confirmed_at is not null) as app,
      exists (select from passkeys key where key.user_id = factor_uses.user_id) as passkey,
      coalesce((select channel.confirmed_at is not null and channel.removed_at is null from code_channels channel
        where channel.user_id = factor_uses.user_id and channel.channel = 'sms'), false) as sms,
      coalesce((select channel.confirmed_at is not null and channel.removed_at is null from code_channels channel
        where channel.user_id = factor_uses.user_id and channel.channel = 'email'), false) as email,
      exists (select from authenticators app where app.user_id = factor_uses.user_id and app.confirmed_at is null
        and app.made_at > market_now() - interval '15 minutes')
      or exists (select from code_channels channel where channel.user_id = factor_uses.user_id and channel.confirmed_at is null
        and channel.removed_at is null and channel.begun_at > market_now() - interval '15 minutes') as is_waiting,
      exists (select from account_activity line
        where line.user_id = factor_uses.user_id and line.kind = 'factor_removed') as had_one,
      exists (select from user_roles granted where granted.user_id = factor_uses.user_id) as is_staff
  ),
  strongest as (
    select has.*, case when app then 'ga' when passkey then 'passkey' when sms then 'sms' when email then 'email' else 'none' end
      as type
    from has
  )
  select jsonb_object_agg(wanted.name, jsonb_build_object('type', strongest.type, 'state', case
    when strongest.type <> 'none' then case when wanted.is_on or strongest.is_staff then 1 else 2 end
    when strongest.is_waiting then 3
    when strongest.had_one then 2
    else 0 end))
  from strongest
  cross join lateral (
    select option.name, coalesce(option.is_on, true) as is_on
    from (select 1) as always
    left join factor_options chosen on chosen.user_id = factor_uses.user_id
    cross join lateral (values ('login', chosen.login), ('release', chosen.release), ('sendout', chosen.sendout))
      as option (name, is_on)
  ) as wanted
$$;

-- Wrong second steps and wrong recovery codes at signing in are those of somebody who has the password: the fifth of a day is told.
create or replace function note_failure() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.purpose <> 'sign_in'
    or exists (select from users where users.id = new.user_id and users.email_confirmed_at is not null)
  then
    perform note_wrong_guess(new.user_id, case new.purpose when 'sign_in' then 'wrong_password' when 'prove' then 'wrong_confirmation'
      when 'code' then 'wrong_code' else 'wrong_second_step' end);
  end if;
  if new.purpose in ('second_step', 'recovery') and 5 = (
    select count(*)
    from credential_failures failure
    where failure.user_id = new.user_id and failure.purpose = new.purpose and failure.is_wrong
      and failure.at > market_now() - interval '1 day')
  then
    insert into events (type, subject, payload, at)
    values ('account.second_step_failed', new.user_id::text,
      jsonb_build_object('detail', coalesce(called_from() ->> 'ip', '')), market_now());
  end if;
  return null;
end $$;

-- Whoever's codes are used or made anew is told, whatever process asked; the first come with a factor, which is told itself.
create function tell_recovery_code() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  left_over text := (select count(*) from recovery_codes code where code.user_id = new.user_id and code.used_at is null)::text;
begin
  perform note_activity(new.user_id, 'recovery_code_used', left_over);
  insert into events (type, subject, payload, at)
  values ('account.recovery_code_used', new.user_id::text, jsonb_build_object('detail', left_over), market_now());
  return null;
end $$;
create trigger recovery_code_told after update of used_at on recovery_codes
  for each row when (old.used_at is null and new.used_at is not null)
  execute function tell_recovery_code();

create function tell_recovery_codes() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  person bigint;
begin
  for person in
    select distinct made.user_id
    from made
    join recovery_codes earlier on earlier.user_id = made.user_id and earlier.made_at < made.made_at
  loop
    perform note_activity(person, 'recovery_codes_made', '');
    insert into events (type, subject, payload, at)
    values ('account.recovery_codes_made', person::text, jsonb_build_object('detail', 'recovery codes'), market_now());
  end loop;
  return null;
end $$;
create trigger recovery_codes_told after insert on recovery_codes
  referencing new table as made
  for each statement execute function tell_recovery_codes();

create function tell_factor_options() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  detail text := case when new.login and new.release and new.sendout then 'everywhere' else 'not everywhere' end;
begin
  perform note_activity(new.user_id, 'factor_options_set', detail);
  insert into events (type, subject, payload, at)
  values ('account.factor_options_set', new.user_id::text, jsonb_build_object('detail', detail), market_now());
  return null;
end $$;
create trigger factor_options_told after insert or update on factor_options
  for each row execute function tell_factor_options();

-- A code that was used stays used.
create function keep_code_used() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception 'a recovery code that was used stays so' using errcode = 'insufficient_privilege';
end $$;
create trigger recovery_code_stays_used before update on recovery_codes
  for each row when (old.used_at is not null)
  execute function keep_code_used();

-- With the account.
create function erase_second_steps() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from pending_sign_ins where user_id = new.user_id;
  delete from recovery_codes where user_id = new.user_id;
  delete from factor_options where user_id = new.user_id;
  return null;
end $$;
create trigger second_steps_erased after update of closed_at on account_closures
  for each row when (old.closed_at is null and new.closed_at is not null)
  execute function erase_second_steps();

-- Of the archive of one's own data: what a second factor is asked for, and when recovery codes were made and used.
create function export_second_steps(export_id bigint, after bigint, most int) returns table (key bigint, line text)
language sql stable security definer set search_path = public, pg_temp as $$
  with person as (
    select users.id
    from data_exports waiting
    join users on users.id = waiting.user_id
    where waiting.id = export_second_steps.export_id and waiting.made_at is null
  )
  select made.key, made.line::text
  from (
    select 1::bigint as key, jsonb_build_object('askedAt', jsonb_build_object('login', option.login, 'release', option.release,
      'sendout', option.sendout), 'changedAt', option.changed_at) as line
    from person
    join factor_options option on option.user_id = person.id
    union all
    select code.id + 1, jsonb_build_object('recoveryCodeMadeAt', code.made_at, 'usedAt', code.used_at)
    from person
    join recovery_codes code on code.user_id = person.id
  ) as made
  where made.key > export_second_steps.after
  order by made.key
  limit export_second_steps.most
$$;

revoke all on function keep_sign_in_spent(), factor_uses(bigint), tell_recovery_code(), tell_recovery_codes(),
  tell_factor_options(), keep_code_used(), erase_second_steps(), export_second_steps(bigint, bigint, int) from public;
grant execute on function factor_uses(bigint) to parley_web, parley_signer;
grant execute on function export_second_steps(bigint, bigint, int) to parley_worker;
