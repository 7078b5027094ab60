-- Nobody could show that a telephone number is theirs. A number is sealed, marked so that one number is one account's, and
-- confirmed by a code that comes as a text or a call. Every message costs money and fraud lives off it: the database alone
-- writes one down, within limits for the number, the person, the network they call from, the country and the market. The
-- web reads no code, and a worker sends. Owned by people/phones.

create table phones (
  user_id         bigint      primary key references users,
  -- Null where there is none: what was counted stays.
  number_sealed   bytea,
  -- The same number has the same mark; nobody who reads the table learns it.
  number_index    bytea,
  -- Where the number is from, and its last two digits, by which its owner knows it.
  country_iso     text,
  calling_code    text,
  hint            text,
  consented_at    timestamptz,
  confirmed_at    timestamptz,
  -- Of the newest code. A keyed mark: whoever reads the table does not learn the code.
  code_mark       bytea,
  code_expires_at timestamptz,
  tries_left      int         not null default 0 check (tries_left >= 0),
  -- After too many wrong codes.
  blocked_until   timestamptz,
  check ((number_sealed is null) = (number_index is null)),
  check (confirmed_at is null or number_index is not null)
);
create unique index phones_confirmed on phones (number_index) where confirmed_at is not null;

create table phone_messages (
  id           bigint      generated always as identity primary key,
  user_id      bigint      not null references users,
  number_index bytea       not null,
  calling_code text        not null,
  network      text        not null,
  channel      text        not null check (channel in ('sms', 'call')),
  -- Sealed; null once it is not needed.
  code_sealed  bytea,
  -- right: the code was shown, and the carrier is to learn it. settled: it has, or it does not matter any more.
  state        text        not null default 'waiting' check (state in ('waiting', 'sent', 'failed', 'right', 'settled')),
  -- As the specification numbers what is wrong with a number.
  error_code   int         check (error_code between 1 and 5),
  fault        text        not null default '',
  attempts     int         not null default 0,
  made_at      timestamptz not null,
  next_at      timestamptz not null,
  expires_at   timestamptz not null
);
create index phone_messages_of_user on phone_messages (user_id, id desc);
create index phone_messages_by_time on phone_messages (made_at);
create index phone_messages_due on phone_messages (next_at) where state in ('waiting', 'right');

-- How texts leave, as the worker that sends them says; the web offers numbers while this is fresh.
create table phone_carrier (
  id      int         primary key default 1 check (id = 1),
  kind    text        not null check (kind in ('outbox', 'twilio')),
  seen_at timestamptz not null
);

-- What this machine kept instead of sending, beside the emails of the local inbox.
create table inbox_texts (
  id        bigint      generated always as identity primary key,
  to_number text        not null,
  channel   text        not null check (channel in ('sms', 'call')),
  body_text text        not null,
  at        timestamptz not null
);

grant select on phones, phone_messages, phone_carrier, inbox_texts to parley_worker;
grant insert, update on phone_carrier to parley_worker;
grant update (code_sealed, state, error_code, fault, attempts, next_at) on phone_messages to parley_worker;
grant delete on phone_messages to parley_worker;
grant insert, delete on inbox_texts to parley_worker;
grant select on phone_carrier, inbox_texts to parley_web;
grant select (user_id, number_sealed, country_iso, calling_code, confirmed_at, code_expires_at, tries_left, blocked_until)
  on phones to parley_web;
grant select (id, user_id, channel, state, error_code, made_at) on phone_messages to parley_web;

alter table account_activity drop constraint account_activity_kind_check;
alter table account_activity add constraint account_activity_kind_check check (kind in (
  'signed_in', 'session_ended', 'new_device', 'wrong_password', 'wrong_confirmation', 'wrong_code',
  'reset_asked', 'recovery_began', 'password_reset', 'password_changed', 'factor_added', 'factor_removed',
  'email_confirmed', 'email_changed', 'username_changed', 'role_granted', 'role_revoked',
  'closing_asked', 'closing_withdrawn', 'data_asked', 'phone_confirmed', 'phone_removed'));

-- The messages of a day that count against each limit; null where one more may go, else when the next may.
create function phone_limit(user_id bigint, number_index bytea, calling_code text, network text) returns timestamptz
language sql stable set search_path = public, pg_temp as $$
  select max(full_since.made_at + bound.span)
  from (values
    ('user', 1, interval '1 minute'), ('user', 6, interval '1 day'),
    ('number', 1, interval '1 minute'), ('number', 6, interval '1 day'),
    ('network', 20, interval '1 day'),
    ('country', 200, interval '1 hour'), ('market', 1000, interval '1 hour')
  ) as bound (subject, most, span)
  cross join lateral (
    select message.made_at
    from phone_messages message
    where message.made_at > market_now() - bound.span
      and case bound.subject
        when 'user' then message.user_id = phone_limit.user_id
        when 'number' then message.number_index = phone_limit.number_index
        when 'network' then message.network = phone_limit.network
        when 'country' then message.calling_code = phone_limit.calling_code
        else true
      end
    order by message.made_at desc
    offset bound.most - 1
    limit 1
  ) as full_since
$$;

-- A code for a number that is not confirmed: 'sent'; 'confirmed' where the account has a number already; 'off' where nothing
-- sends; 'limit:<time>' and 'blocked:<time>' where the next may be asked for later. Whether somebody else has the number is not
-- said here: that would tell who has an account. One at a time, because they count each other.
create function ask_phone_code(
  user_id bigint, number_sealed bytea, number_index bytea, country_iso text, calling_code text, hint text, channel text,
  code_mark bytea, code_sealed bytea, network text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  at    timestamptz;
  until timestamptz;
  known phones;
begin
  perform pg_advisory_xact_lock(7265400);
  at := market_now();
  select * into known from phones where phones.user_id = ask_phone_code.user_id for update;
  if known.confirmed_at is not null then return 'confirmed'; end if;
  if known.blocked_until > at then
    return 'blocked:' || to_char(known.blocked_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
  end if;
  if not exists (select from phone_carrier where seen_at > at - interval '5 minutes') then return 'off'; end if;
  until := phone_limit(user_id, number_index, calling_code, network);
  if until is not null then
    return 'limit:' || to_char(until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
  end if;
  insert into phones (user_id, number_sealed, number_index, country_iso, calling_code, hint, consented_at, code_mark,
    code_expires_at, tries_left)
  values (user_id, number_sealed, number_index, country_iso, calling_code, left(hint, 2), at, code_mark,
    at + interval '10 minutes', 5)
  on conflict on constraint phones_pkey do update
  set number_sealed = excluded.number_sealed, number_index = excluded.number_index, country_iso = excluded.country_iso,
      calling_code = excluded.calling_code, hint = excluded.hint, consented_at = excluded.consented_at,
      code_mark = excluded.code_mark, code_expires_at = excluded.code_expires_at, tries_left = excluded.tries_left,
      blocked_until = null;
  -- The newest code counts alone.
  update phone_messages older
  set code_sealed = null, state = case older.state when 'waiting' then 'failed' else older.state end
  where older.user_id = ask_phone_code.user_id and older.code_sealed is not null and older.state in ('waiting', 'sent');
  insert into phone_messages (user_id, number_index, calling_code, network, channel, code_sealed, made_at, next_at, expires_at)
  values (user_id, number_index, calling_code, left(network, 64), channel, code_sealed, at, at, at + interval '10 minutes');
  return 'sent';
end $$;

-- Compares: 'confirmed', 'wrong:<tries left>', 'blocked:<time>', 'expired', or 'taken' where another account has the number.
create function try_phone_code(user_id bigint, code_mark bytea) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  at    timestamptz;
  known phones;
begin
  select * into known from phones where phones.user_id = try_phone_code.user_id for update;
  at := market_now();
  if known.confirmed_at is not null then return 'confirmed'; end if;
  if known.blocked_until > at then
    return 'blocked:' || to_char(known.blocked_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
  end if;
  if known.code_mark is null or known.code_expires_at <= at or known.tries_left <= 0 then return 'expired'; end if;
  if known.code_mark <> try_phone_code.code_mark then
    update phones
    set tries_left = known.tries_left - 1,
        blocked_until = case when known.tries_left = 1 then at + interval '15 minutes' end,
        code_mark = case when known.tries_left > 1 then known.code_mark end
    where phones.user_id = try_phone_code.user_id;
    if known.tries_left = 1 then
      return 'blocked:' || to_char((at + interval '15 minutes') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
    end if;
    return 'wrong:' || known.tries_left - 1;
  end if;
  begin
    update phones
    set confirmed_at = at, code_mark = null, code_expires_at = null, tries_left = 0
    where phones.user_id = try_phone_code.user_id;
  exception when unique_violation then
    return 'taken';
  end;
  update phone_messages message
  set state = 'right', next_at = at
  where message.user_id = try_phone_code.user_id and message.state in ('waiting', 'sent')
    and message.code_sealed is not null;
  perform note_activity(user_id, 'phone_confirmed', '');
  insert into events (type, subject, payload, at)
  values ('account.phone_confirmed', user_id::text,
    jsonb_build_object('detail', '+' || known.calling_code || ' … ' || known.hint), at);
  return 'confirmed';
end $$;

-- The account has no number any more; false where it had none. What was counted stays.
create function reset_phone(user_id bigint) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  known phones;
begin
  select * into known from phones where phones.user_id = reset_phone.user_id and phones.number_index is not null for update;
  if not found then return false; end if;
  update phones
  set number_sealed = null, number_index = null, country_iso = null, calling_code = null, hint = null, consented_at = null,
      confirmed_at = null, code_mark = null, code_expires_at = null, tries_left = 0
  where phones.user_id = reset_phone.user_id;
  update phone_messages message
  set code_sealed = null, state = case message.state when 'waiting' then 'failed' else message.state end
  where message.user_id = reset_phone.user_id and message.state in ('waiting', 'sent');
  if known.confirmed_at is not null then
    perform note_activity(reset_phone.user_id, 'phone_removed', '');
    insert into events (type, subject, payload, at)
    values ('account.phone_removed', reset_phone.user_id::text,
      jsonb_build_object('detail', '+' || known.calling_code || ' … ' || known.hint), market_now());
  end if;
  return true;
end $$;

-- With the account goes its number, and what was sent to it.
create function erase_phone() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from phone_messages where user_id = new.user_id;
  delete from phones where user_id = new.user_id;
  return null;
end $$;
create trigger phone_erased after update of closed_at on account_closures
  for each row when (old.closed_at is null and new.closed_at is not null)
  execute function erase_phone();

-- The number of whoever asked, and what was sent there, as lines of JSON; while their archive is being made. It comes sealed.
create function export_phone(export_id bigint, after bigint, most int) returns table (key bigint, line text)
language sql stable security definer set search_path = public, pg_temp as $$
  with person as (
    select users.id, users.external_id
    from data_exports waiting
    join users on users.id = waiting.user_id
    where waiting.id = export_phone.export_id and waiting.made_at is null
  )
  select made.key, made.line::text
  from (
    select 1::bigint as key, jsonb_build_object('externalId', person.external_id, 'country', phone.country_iso,
      'consentedAt', phone.consented_at, 'confirmedAt', phone.confirmed_at,
      'phone_sealed', encode(phone.number_sealed, 'base64')) as line
    from person
    join phones phone on phone.user_id = person.id
    where phone.number_sealed is not null
    union all
    select message.id + 1, jsonb_build_object('sentBy', message.channel, 'at', message.made_at, 'network', message.network)
    from person
    join phone_messages message on message.user_id = person.id
  ) as made
  where made.key > export_phone.after
  order by made.key
  limit export_phone.most
$$;

revoke all on function phone_limit(bigint, bytea, text, text), reset_phone(bigint), try_phone_code(bigint, bytea),
  ask_phone_code(bigint, bytea, bytea, text, text, text, text, bytea, bytea, text), erase_phone(),
  export_phone(bigint, bigint, int) from public;
grant execute on function ask_phone_code(bigint, bytea, bytea, text, text, text, text, bytea, bytea, text),
  try_phone_code(bigint, bytea), reset_phone(bigint) to parley_web;
grant execute on function export_phone(bigint, bigint, int) to parley_worker;
