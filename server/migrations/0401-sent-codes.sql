-- Who has no passkey and no authenticator app confirmed with the password alone. Codes by text or email confirm instead, once their
-- owner turns them on: the signer makes each for one thing and one person, compares it, and counts what leaves by it together
-- with what leaves by passwords. The web never has a code; a worker carries it. Owned by signer and people/phones.

create table code_channels (
  user_id      bigint      not null references users,
  channel      text        not null check (channel in ('sms', 'email')),
  begun_at     timestamptz not null,
  -- Until a code that came there was shown it counts for nothing.
  confirmed_at timestamptz,
  removed_at   timestamptz,
  primary key (user_id, channel)
);

create table sent_codes (
  id         bigint      generated always as identity primary key,
  user_id    bigint      not null references users,
  channel    text        not null check (channel in ('sms', 'email')),
  -- What is confirmed by it: a kind and an id.
  subject    text        not null,
  -- Keyed: whoever reads it does not learn the code.
  code_mark  bytea       not null,
  made_at    timestamptz not null,
  expires_at timestamptz not null,
  tries_left int         not null check (tries_left >= 0),
  spent_at   timestamptz
);
create index sent_codes_of_user on sent_codes (user_id, id desc);

-- From the signer to the worker, for moments.
create table codes_to_send (
  id      bigint      generated always as identity primary key,
  user_id bigint      not null references users,
  channel text        not null check (channel in ('sms', 'call', 'email')),
  code    text        not null,
  -- What it confirms, for its reader: a kind, an id, and of a send-out what leaves and where to.
  about   jsonb       not null,
  made_at timestamptz not null
);

grant select, insert, update, delete on code_channels, sent_codes to parley_signer;
grant insert on codes_to_send to parley_signer;
grant select (user_id, confirmed_at) on phones to parley_signer;
grant select (email_confirmed_at) on users to parley_signer;
-- A code takes longer to come than a fee is kept.
grant update (expires_at) on send_out_quotes to parley_signer;

alter table proofs drop constraint proofs_method_check;
alter table proofs add constraint proofs_method_check
  check (method in ('password', 'passkey', 'authenticator', 'sms', 'email'));

-- It counts from the first code that was shown; and its owner is told, whatever process asked.
create function tell_code_channel() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  is_added boolean := new.confirmed_at is not null and new.removed_at is null;
  detail   text := case new.channel when 'sms' then 'codes by text' else 'codes by email' end;
begin
  perform note_activity(new.user_id, case when is_added then 'factor_added' else 'factor_removed' end, detail);
  insert into events (type, subject, payload, at)
  values (case when is_added then 'account.factor_added' else 'account.factor_removed' end, new.user_id::text,
    jsonb_build_object('detail', detail), market_now());
  return null;
end $$;
create trigger code_channel_told after update on code_channels
  for each row when (
    (old.confirmed_at is null and new.confirmed_at is not null) or (old.removed_at is null and new.removed_at is not null))
  execute function tell_code_channel();

-- What a text of the signer's confirms, as its reader sees it; null of those that confirm the number itself.
alter table phone_messages add column about text;

-- As before, of those that confirm a number: what others confirm by text keeps nobody from confirming theirs.
create or replace function phone_limit(user_id bigint, number_index bytea, calling_code text, network text) returns timestamptz
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
    where message.made_at > market_now() - bound.span and message.about is null
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

grant update (about) on phone_messages to parley_worker;

-- A text or a call with a code of the signer's, to the confirmed number: false without one, and beyond the limits of a day.
create function write_factor_text(user_id bigint, channel text, code_sealed bytea, about text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  at    timestamptz;
  known phones;
begin
  perform pg_advisory_xact_lock(7265400);
  at := market_now();
  select * into known from phones where phones.user_id = write_factor_text.user_id and phones.confirmed_at is not null;
  if not found then return false; end if;
  if exists (
    select
    from (values ('user', 30, interval '1 day'), ('country', 400, interval '1 hour'), ('market', 2000, interval '1 hour'))
      as bound (subject, most, span)
    where bound.most <= (
      select count(*)
      from phone_messages message
      where message.made_at > at - bound.span and message.about is not null and case bound.subject
        when 'user' then message.user_id = write_factor_text.user_id
        when 'country' then message.calling_code = known.calling_code
        else true
      end))
  then
    return false;
  end if;
  insert into phone_messages
    (user_id, number_index, calling_code, network, channel, code_sealed, about, made_at, next_at, expires_at)
  values (user_id, known.number_index, known.calling_code, '', channel, code_sealed, about, at, at, at + interval '10 minutes');
  return true;
end $$;

-- Hands some of them over, in order: they are gone with the transaction that carries them on, and late ones go to nobody.
create function take_factor_codes(most int) returns table (id bigint, user_id bigint, channel text, code text, about jsonb)
language sql security definer set search_path = public, pg_temp as $$
  with taken as (
    delete from codes_to_send
    where codes_to_send.id in (select waiting.id from codes_to_send waiting order by waiting.id limit take_factor_codes.most)
    returning *
  )
  select taken.id, taken.user_id, taken.channel, taken.code, taken.about
  from taken
  where taken.made_at > market_now() - interval '5 minutes'
  order by taken.id
$$;

-- As before; and it says where codes by text are on, which need the number: 'done', 'none' or 'factor'.
drop function reset_phone(bigint);
create function reset_phone(user_id bigint) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  known phones;
begin
  -- As the signer does where it turns codes by text on.
  perform pg_advisory_xact_lock(7265044, hashint8(user_id));
  select * into known from phones where phones.user_id = reset_phone.user_id and phones.number_index is not null for update;
  if not found then return 'none'; end if;
  if exists (
    select
    from code_channels channel
    where channel.user_id = reset_phone.user_id and channel.channel = 'sms' and channel.confirmed_at is not null
      and channel.removed_at is null)
  then
    return 'factor';
  end if;
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
  return 'done';
end $$;

-- As before; and what the account confirmed with.
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

-- As before; and by what codes the account confirms.
create or replace function export_phone(export_id bigint, after bigint, most int) returns table (key bigint, line text)
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
    select case channel.channel when 'sms' then 2 else 3 end, jsonb_build_object('codesBy', channel.channel,
      'addedAt', channel.confirmed_at, 'removedAt', channel.removed_at)
    from person
    join code_channels channel on channel.user_id = person.id
    union all
    select message.id + 3, jsonb_build_object('sentBy', message.channel, 'at', message.made_at, 'network', message.network,
      'about', message.about)
    from person
    join phone_messages message on message.user_id = person.id
  ) as made
  where made.key > export_phone.after
  order by made.key
  limit export_phone.most
$$;

revoke all on function take_factor_codes(int), tell_code_channel(), write_factor_text(bigint, text, bytea, text), reset_phone(bigint) from public;
grant execute on function take_factor_codes(int), write_factor_text(bigint, text, bytea, text) to parley_worker;
grant execute on function reset_phone(bigint) to parley_web;
