-- Opens a trading session that its user has proved: so many hours, up to this value of orders a day, in these markets. Ends the one before. The
-- outcome: opened, unproved, restricted, on_hold.
create or replace function open_spot_session(user_id bigint, hash text, hours integer, day_usd bigint, markets text[], at timestamp with time zone) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  kept text;
begin
  perform assert_now(at);
  perform from users person where person.id = user_id for no key update;
  kept := kept_from_converting(user_id);
  if kept is not null then return kept; end if;
  if not exists (
    select from spend_proofs(
      array[format('spot_session:%s:%sh-%susd-%s', user_id, hours, day_usd, array_to_string(markets, '+'))], array[user_id])
  ) then
    return 'unproved';
  end if;
  update spot_sessions open set ended_at = at where open.user_id = open_spot_session.user_id and open.ended_at is null;
  insert into spot_sessions (hash, user_id, day_usd_cents, markets, opened_at, expires_at, day)
  values (hash, user_id, day_usd * 100, markets, at, at + make_interval(hours => hours), (at at time zone 'utc')::date);
  return 'opened';
end $$;
revoke all on function open_spot_session(bigint,text,integer,bigint,text[],timestamp with time zone) from public;
grant execute on function open_spot_session(bigint,text,integer,bigint,text[],timestamp with time zone) to parley_web;
