-- Why so many cents go over a limit of the user's level: level:<day or lifetime>:<cents left>:<cents of the limit>; null where none is in the way.
-- From level 4 on there are none. Locks the user, so that nothing slips in beside.
create or replace function level_obstacle(person bigint, wanted_cents bigint, at timestamp with time zone) returns text
language plpgsql set search_path = public, pg_temp as $$
declare
  own   numeric;
  day   bigint;
  total bigint;
  used  bigint;
begin
  select known.level into own from users known where known.id = person for no key update;
  if own >= 4 then return null; end if;
  day := 100 * (setting_value('limits.day_usd') ->> trim_scale(own)::text)::bigint;
  total := 100 * (setting_value('limits.lifetime_usd') ->> trim_scale(own)::text)::bigint;
  if total is not null then
    used := coalesce((select kept.counted_cents from trade_usage kept where kept.user_id = person), 0);
    if used + wanted_cents > total then return 'level:lifetime:' || greatest(total - used, 0) || ':' || total; end if;
  end if;
  if day is not null then
    used := day_usage(person, at);
    if used + wanted_cents > day then return 'level:day:' || greatest(day - used, 0) || ':' || day; end if;
  end if;
  return null;
end $$;
revoke all on function level_obstacle(bigint,bigint,timestamp with time zone) from public;
