-- Of an account, that take a code which this session asks for: confirmed, still subscribed, signed in, and not the session's own.
create or replace function devices_for_code(user_id bigint, session_id bigint) returns TABLE(endpoint text, p256dh text, auth text)
language sql stable security definer set search_path = public, pg_temp as $$
  select chosen.endpoint, chosen.p256dh, chosen.auth
  from code_devices chosen
  join push_devices device on device.id = chosen.device_id and device.user_id = chosen.user_id
  join sessions on sessions.id = device.session_id and sessions.ended_at is null and sessions.expires_at > market_now()
    and sessions.seen_at > market_now() - make_interval(hours => sessions.idle_hours)
  where chosen.user_id = devices_for_code.user_id and device.session_id is distinct from devices_for_code.session_id
    and chosen.confirmed_at is not null
$$;
revoke all on function devices_for_code(bigint,bigint) from public;
grant execute on function devices_for_code(bigint,bigint) to parley_signer;
