-- Counts the value of an order against the key that placed it, or takes it back where it is negative. The outcome: null, no_key, key_market, key_limit.
create or replace function count_key_value(key_id bigint, user_id bigint, market text, cents bigint, at timestamp with time zone) returns text
language plpgsql set search_path = public, pg_temp as $$
declare
  held    api_keys;
  today   date := (count_key_value.at at time zone 'utc')::date;
  used    bigint;
  outcome text;
begin
  select known.* into held
  from api_keys known
  where known.id = key_id and known.user_id = count_key_value.user_id and known.expires_at > count_key_value.at
    and known.scopes @> array['spot:trade']
  for no key update;
  used := greatest(0, case when held.day = today then held.used_usd_cents else 0 end + cents);
  outcome := case
    when held.id is null then 'no_key'
    when not held.markets @> array[market] then 'key_market'
    when used > held.day_usd_cents then 'key_limit'
  end;
  if outcome is null then
    update api_keys known set day = today, used_usd_cents = used where known.id = held.id;
  end if;
  return outcome;
end $$;
revoke all on function count_key_value(bigint,bigint,text,bigint,timestamp with time zone) from public;
