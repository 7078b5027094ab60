-- Codes by push went to whatever took notifications when they were turned on: also to what somebody who had taken a session over
-- had subscribed before. Each browser is chosen by name now, and counts from when its owner has typed the code that was pushed to
-- it alone. Those of before are nobody's word: they go, and are chosen anew. Owned by signer and outward/notifications.

delete from code_devices;
-- When its owner showed the code that went there; before that it gets nothing else.
alter table code_devices add column confirmed_at timestamptz;
-- The session that chose it: the code is typed there, and not in the browser that was chosen, which may be a thief's.
alter table code_devices add column begun_by bigint;
grant update (confirmed_at) on code_devices to parley_signer;
-- By its hash whoever turns it on names it; by its browser they know it.
grant select (endpoint_hash, made_at) on push_devices to parley_signer;
grant select (user_agent) on sessions to parley_signer;
-- The one browser that a first code goes to.
alter table codes_to_send add column device_id bigint;

-- Of an account, that take a code which this session asks for: confirmed, still subscribed, signed in, and not the session's own.
create or replace function devices_for_code(user_id bigint, session_id bigint)
returns table (endpoint text, p256dh text, auth text)
language sql stable security definer set search_path = public, pg_temp as $$
  select chosen.endpoint, chosen.p256dh, chosen.auth
  from code_devices chosen
  join push_devices device on device.id = chosen.device_id and device.user_id = chosen.user_id
  join sessions on sessions.id = device.session_id and sessions.ended_at is null and sessions.expires_at > market_now()
    and sessions.seen_at > market_now() - make_interval(hours => sessions.idle_hours)
  where chosen.user_id = devices_for_code.user_id and device.session_id is distinct from devices_for_code.session_id
    and chosen.confirmed_at is not null
$$;

-- Where the first code of one browser goes: as it was when it was chosen, while its session goes on.
create function device_for_first_code(user_id bigint, device_id bigint, session_id bigint)
returns table (endpoint text, p256dh text, auth text)
language sql stable security definer set search_path = public, pg_temp as $$
  select waiting.endpoint, waiting.p256dh, waiting.auth
  from code_devices waiting
  join push_devices device on device.id = waiting.device_id and device.user_id = waiting.user_id
  join sessions on sessions.id = device.session_id and sessions.ended_at is null and sessions.expires_at > market_now()
    and sessions.seen_at > market_now() - make_interval(hours => sessions.idle_hours)
  where waiting.user_id = device_for_first_code.user_id and waiting.device_id = device_for_first_code.device_id
    and waiting.confirmed_at is null and device.session_id is distinct from device_for_first_code.session_id
$$;

-- As before; a first code goes to the browser that it was made for and to no other.
create or replace function take_push_codes(most int)
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
  cross join lateral (
    select target.endpoint, target.p256dh, target.auth
    from devices_for_code(taken.user_id, taken.session_id) target
    where taken.device_id is null
    union all
    select target.endpoint, target.p256dh, target.auth
    from device_for_first_code(taken.user_id, taken.device_id, taken.session_id) target
    where taken.device_id is not null
  ) as device
  where taken.made_at > market_now() - interval '5 minutes'
  order by taken.id
$$;

-- One browser more, where the channel is on already: told as another factor is.
create function tell_code_device() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from code_channels channel where channel.user_id = new.user_id and channel.channel = 'push'
    and channel.confirmed_at is not null and channel.removed_at is null)
  then
    perform note_activity(new.user_id, 'factor_added', 'codes by push');
    insert into events (type, subject, payload, at)
    values ('account.factor_added', new.user_id::text, jsonb_build_object('detail', 'codes by push'), market_now());
  end if;
  return null;
end $$;
create trigger code_device_told after update of confirmed_at on code_devices
  for each row when (old.confirmed_at is null and new.confirmed_at is not null)
  execute function tell_code_device();

revoke all on function device_for_first_code(bigint, bigint, bigint), tell_code_device() from public;
grant execute on function device_for_first_code(bigint, bigint, bigint) to parley_signer;
