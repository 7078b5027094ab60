-- A new version of each share that differs from the settings of now. It is valid from now on, the first one since ever: no change works
-- backwards.
create or replace function keep_reward_rates(at timestamp with time zone) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform assert_now(at);
  perform pg_advisory_xact_lock(hashtextextended('reward_rates', 0));
  insert into reward_rates (tier, rate_bp, months, cap_bp, valid_from)
  select wanted.tier, wanted.rate_bp, wanted.months, wanted.cap_bp,
    case when newest.id is null then '-infinity' else keep_reward_rates.at end
  from (
    select share.tier::smallint as tier, (setting_value(share.setting) #>> '{}')::int as rate_bp,
      (setting_value('partner.months') #>> '{}')::int as months, (setting_value('partner.fee_cap_bp') #>> '{}')::int as cap_bp
    from (values (1, 'partner.first_tier_bp'), (2, 'partner.second_tier_bp')) as share (tier, setting)
  ) as wanted
  left join lateral (
    select rate.* from reward_rates rate where rate.tier = wanted.tier order by rate.valid_from desc limit 1
  ) as newest on true
  where (newest.rate_bp, newest.months, newest.cap_bp) is distinct from (wanted.rate_bp, wanted.months, wanted.cap_bp)
    and (newest.id is null or newest.valid_from < keep_reward_rates.at);
end $$;
revoke all on function keep_reward_rates(timestamp with time zone) from public;
grant execute on function keep_reward_rates(timestamp with time zone) to parley_worker;
