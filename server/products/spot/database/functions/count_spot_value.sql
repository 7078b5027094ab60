-- Counts the value of an order against its owner's trading session. The outcome: null, no_session, session_limit, no_rate. Robots of the demo,
-- for whom only a worker acts, have no session.
create or replace function count_spot_value(user_id bigint, cents bigint, at timestamp with time zone, out outcome text, out session_id bigint)
language plpgsql set search_path = public, pg_temp as $$
declare
  session spot_sessions;
  used    bigint;
begin
  if session_user = 'parley_worker' then return; end if;
  select open.* into session
  from spot_sessions open
  where open.user_id = count_spot_value.user_id and open.ended_at is null and open.expires_at > count_spot_value.at
  for update;
  used := case when session.day = (count_spot_value.at at time zone 'utc')::date then session.used_usd_cents else 0 end;
  outcome := case
    when session.id is null then 'no_session'
    when cents is null then 'no_rate'
    when used + cents > session.day_usd_cents then 'session_limit'
  end;
  if outcome is not null then return; end if;
  session_id := session.id;
  update spot_sessions open
  set day = (count_spot_value.at at time zone 'utc')::date, used_usd_cents = used + cents
  where open.id = session.id;
end $$;
revoke all on function count_spot_value(bigint,bigint,timestamp with time zone) from public;
