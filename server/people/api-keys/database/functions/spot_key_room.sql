-- What a key of this user may still order in this market today: no_key or key_market as its fault, else what is left of its value.
create or replace function spot_key_room(key_id bigint, user_id bigint, market text, at timestamp with time zone, out fault text, out left_cents bigint)
language sql stable set search_path = public, pg_temp as $$
  select case when known.id is null then 'no_key' when not known.markets @> array[spot_key_room.market] then 'key_market' end,
         known.day_usd_cents - case when known.day = (spot_key_room.at at time zone 'utc')::date then known.used_usd_cents else 0 end
  from (select 1) as one
  left join api_keys known
    on known.id = spot_key_room.key_id and known.user_id = spot_key_room.user_id and known.expires_at > spot_key_room.at
    and known.scopes @> array['spot:trade']
$$;
revoke all on function spot_key_room(bigint,bigint,text,timestamp with time zone) from public;
