create or replace function reward_rate_at(tier smallint, at timestamp with time zone) returns reward_rates
language sql stable set search_path = public, pg_temp as $$
  select rate.* from reward_rates rate
  where rate.tier = reward_rate_at.tier and rate.valid_from <= reward_rate_at.at
  order by rate.valid_from desc
  limit 1
$$;
revoke all on function reward_rate_at(smallint,timestamp with time zone) from public;
