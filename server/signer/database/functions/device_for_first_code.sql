-- Where the first code of one browser goes: as it was when it was chosen, while its session goes on.
create or replace function device_for_first_code(user_id bigint, device_id bigint, session_id bigint) returns TABLE(endpoint text, p256dh text, auth text)
language sql stable security definer set search_path = public, pg_temp as $$
  select waiting.endpoint, waiting.p256dh, waiting.auth
  from code_devices waiting
  join push_devices device on device.id = waiting.device_id and device.user_id = waiting.user_id
  join sessions on sessions.id = device.session_id and sessions.ended_at is null and sessions.expires_at > market_now()
    and sessions.seen_at > market_now() - make_interval(hours => sessions.idle_hours)
  where waiting.user_id = device_for_first_code.user_id and waiting.device_id = device_for_first_code.device_id
    and waiting.confirmed_at is null and device.session_id is distinct from device_for_first_code.session_id
$$;
revoke all on function device_for_first_code(bigint,bigint,bigint) from public;
grant execute on function device_for_first_code(bigint,bigint,bigint) to parley_signer;
