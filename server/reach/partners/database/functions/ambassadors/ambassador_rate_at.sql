create or replace function ambassador_rate_at(level text, at timestamp with time zone) returns reward_rates
language sql stable set search_path = public, pg_temp as $$
  select rate.* from reward_rates rate
  where rate.tier = 0 and rate.level = ambassador_rate_at.level and rate.valid_from <= ambassador_rate_at.at
  order by rate.valid_from desc
  limit 1
$$;
revoke all on function ambassador_rate_at(text,timestamp with time zone) from public;
