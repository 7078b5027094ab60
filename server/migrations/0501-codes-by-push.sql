-- Codes that confirm came by text, call and email. By push they go to browsers and phones of the account that their owner has
-- chosen with a proof, and only to those: the signer keeps where they are, so that a web that was taken over adds none of its own,
-- and never to the one that asks. As weak as other codes that are sent. Owned by signer and outward/notifications.

alter table code_channels drop constraint code_channels_channel_check;
alter table code_channels add constraint code_channels_channel_check check (channel in ('sms', 'email', 'push'));
alter table sent_codes drop constraint sent_codes_channel_check;
alter table sent_codes add constraint sent_codes_channel_check check (channel in ('sms', 'email', 'push'));
alter table codes_to_send drop constraint codes_to_send_channel_check;
alter table codes_to_send add constraint codes_to_send_channel_check check (channel in ('sms', 'call', 'email', 'push'));
-- Who asked, and so gets none by push.
alter table codes_to_send add column session_id bigint;
alter table proofs drop constraint proofs_method_check;
alter table proofs add constraint proofs_method_check
  check (method in ('password', 'passkey', 'authenticator', 'sms', 'email', 'push'));

create table code_devices (
  user_id   bigint      not null references users,
  device_id bigint      not null references push_devices on delete cascade,
  -- As they were when its owner chose it.
  endpoint  text        not null,
  p256dh    text        not null,
  auth      text        not null,
  added_at  timestamptz not null,
  primary key (user_id, device_id)
);
create index code_devices_of_device on code_devices (device_id);
grant select, insert, delete on code_devices to parley_signer;
grant select (id, user_id, session_id, endpoint, p256dh, auth) on push_devices to parley_signer;
grant select (id, ended_at, expires_at, seen_at, idle_hours) on sessions to parley_signer;

-- Of an account, that take a code which this session asks for: chosen, still subscribed, signed in, and not the session's own.
create function devices_for_code(user_id bigint, session_id bigint)
returns table (endpoint text, p256dh text, auth text)
language sql stable security definer set search_path = public, pg_temp as $$
  select chosen.endpoint, chosen.p256dh, chosen.auth
  from code_devices chosen
  join push_devices device on device.id = chosen.device_id and device.user_id = chosen.user_id
  join sessions on sessions.id = device.session_id and sessions.ended_at is null and sessions.expires_at > market_now()
    and sessions.seen_at > market_now() - make_interval(hours => sessions.idle_hours)
  where chosen.user_id = devices_for_code.user_id and device.session_id is distinct from devices_for_code.session_id
$$;

-- Hands some of them over, each with where it goes: they are gone with the transaction that carries them on.
create function take_push_codes(most int)
returns table (id bigint, user_id bigint, code text, about jsonb, endpoint text, p256dh text, auth text)
language sql security definer set search_path = public, pg_temp as $$
  with taken as (
    delete from codes_to_send
    where codes_to_send.id in (
      select waiting.id
      from codes_to_send waiting
      where waiting.channel = 'push'
      order by waiting.id
      limit take_push_codes.most)
    returning *
  )
  select taken.id, taken.user_id, taken.code, taken.about, device.endpoint, device.p256dh, device.auth
  from taken
  cross join lateral devices_for_code(taken.user_id, taken.session_id) device
  where taken.made_at > market_now() - interval '5 minutes'
  order by taken.id
$$;

-- As before, of those that go by text, call and email.
create or replace function take_factor_codes(most int)
returns table (id bigint, user_id bigint, channel text, code text, about jsonb)
language sql security definer set search_path = public, pg_temp as $$
  with taken as (
    delete from codes_to_send
    where codes_to_send.id in (
      select waiting.id
      from codes_to_send waiting
      where waiting.channel <> 'push'
      order by waiting.id
      limit take_factor_codes.most)
    returning *
  )
  select taken.id, taken.user_id, taken.channel, taken.code, taken.about
  from taken
  where taken.made_at > market_now() - interval '5 minutes'
  order by taken.id
$$;

-- As before, with codes by push.
create or replace function tell_code_channel() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  is_added boolean := new.confirmed_at is not null and new.removed_at is null;
  detail   text := case new.channel when 'sms' then 'codes by text' when 'push' then 'codes by push' else 'codes by email' end;
begin
  perform note_activity(new.user_id, case when is_added then 'factor_added' else 'factor_removed' end, detail);
  insert into events (type, subject, payload, at)
  values (case when is_added then 'account.factor_added' else 'account.factor_removed' end, new.user_id::text,
    jsonb_build_object('detail', detail), market_now());
  return null;
end $$;

-- As before, with codes by push.
create or replace function factor_uses(user_id bigint) returns jsonb
language sql stable security definer set search_path = public, pg_temp as $$
  with has as (
    select
      exists (select from authenticators app where app.user_id = factor_uses.user_id and app.confirmed_at is not null) as app,
      exists (select from passkeys key where key.user_id = factor_uses.user_id) as passkey,
      array(select channel.channel from code_channels channel where channel.user_id = factor_uses.user_id
        and channel.confirmed_at is not null and channel.removed_at is null) as channels,
      exists (select from authenticators app where app.user_id = factor_uses.user_id and app.confirmed_at is null
        and app.made_at > market_now() - interval '15 minutes')
      or exists (select from code_channels channel where channel.user_id = factor_uses.user_id and channel.confirmed_at is null
        and channel.removed_at is null and channel.begun_at > market_now() - interval '15 minutes') as is_waiting,
      exists (select from account_activity line
        where line.user_id = factor_uses.user_id and line.kind = 'factor_removed') as had_one,
      exists (select from user_roles granted where granted.user_id = factor_uses.user_id) as is_staff
  ),
  strongest as (
    select has.*, case when app then 'ga' when passkey then 'passkey' when 'sms' = any(channels) then 'sms'
      when 'push' = any(channels) then 'push' when 'email' = any(channels) then 'email' else 'none' end as type
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

-- As before, with codes by push.
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
    select case channel.channel when 'sms' then 2 when 'email' then 3 else 4 end, jsonb_build_object('codesBy', channel.channel,
      'addedAt', channel.confirmed_at, 'removedAt', channel.removed_at)
    from person
    join code_channels channel on channel.user_id = person.id
    union all
    select message.id + 4, jsonb_build_object('sentBy', message.channel, 'at', message.made_at, 'network', message.network,
      'about', message.about)
    from person
    join phone_messages message on message.user_id = person.id
  ) as made
  where made.key > export_phone.after
  order by made.key
  limit export_phone.most
$$;

create function erase_code_devices() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from code_devices where user_id = new.user_id;
  return null;
end $$;
create trigger code_devices_erased after update of closed_at on account_closures
  for each row when (old.closed_at is null and new.closed_at is not null)
  execute function erase_code_devices();

revoke all on function devices_for_code(bigint, bigint), take_push_codes(int), erase_code_devices() from public;
grant execute on function devices_for_code(bigint, bigint) to parley_signer;
grant execute on function take_push_codes(int) to parley_worker;
