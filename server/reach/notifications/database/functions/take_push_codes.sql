-- Hands some of them over, each with where it goes: they are gone with the transaction that carries them on.
create or replace function take_push_codes(most integer) returns TABLE(id bigint, user_id bigint, code text, about jsonb, endpoint text, p256dh text, auth text, sent_code_id bigint)
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
  ), targets as (
    select taken.id, taken.user_id, taken.code, taken.about, device.endpoint, device.p256dh, device.auth, taken.sent_code_id
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
  ), dropped as (
    update sent_codes
    set delivery = 'dropped'
    from taken
    where sent_codes.id = taken.sent_code_id and not exists (select from targets where targets.id = taken.id)
  )
  select targets.id, targets.user_id, targets.code, targets.about, targets.endpoint, targets.p256dh, targets.auth,
    targets.sent_code_id
  from targets
  order by targets.id
$$;
revoke all on function take_push_codes(integer) from public;
grant execute on function take_push_codes(integer) to parley_worker;
