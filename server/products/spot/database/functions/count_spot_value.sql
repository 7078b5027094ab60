-- Counts the value of an order against the key that places it, else against its owner's trading session; takes it back where it is negative. The
-- outcome: null, no_session, session_limit, no_key, key_market, key_limit, no_rate. Robots of the demo, for whom only a worker acts, have none.
create or replace function count_spot_value(made spot_orders, cents bigint, at timestamp with time zone, out outcome text, out session_id bigint)
language plpgsql set search_path = public, pg_temp as $$
declare
  session spot_sessions;
  today   date := (count_spot_value.at at time zone 'utc')::date;
  used    bigint;
begin
  if session_user = 'parley_worker' then return; end if;
  if made.key_id is not null then
    outcome := case when cents is null then 'no_rate' else count_key_value(made.key_id, made.user_id, made.market, cents, count_spot_value.at) end;
    return;
  end if;
  select open.* into session
  from spot_sessions open
  where open.user_id = made.user_id and open.ended_at is null and open.expires_at > count_spot_value.at
  for update;
  used := greatest(0, case when session.day = today then session.used_usd_cents else 0 end + cents);
  outcome := case
    when session.id is null then 'no_session'
    when cents is null then 'no_rate'
    when used > session.day_usd_cents then 'session_limit'
  end;
  if outcome is not null then return; end if;
  session_id := session.id;
  update spot_sessions open
  set day = today, used_usd_cents = used
  where open.id = session.id;
end $$;
revoke all on function count_spot_value(spot_orders,bigint,timestamp with time zone) from public;
