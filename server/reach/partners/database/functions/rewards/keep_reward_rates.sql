-- A new version of each share, and of what a level gives for a newcomer, that differs from the settings of now. It is valid from now on,
-- the first one since ever: no change works backwards.
create or replace function keep_reward_rates(at timestamp with time zone) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform assert_now(at);
  perform pg_advisory_xact_lock(hashtextextended('reward_rates', 0));
  insert into reward_rates (tier, level, rate_bp, months, cap_bp, fixed_units, valid_from)
  select wanted.tier, wanted.level, wanted.rate_bp, wanted.months, wanted.cap_bp, wanted.fixed_units,
    case when newest.id is null then '-infinity' else keep_reward_rates.at end
  from (
    select share.tier::smallint as tier, share.level, case when share.tier = 0 then 0 else amount.value end as rate_bp,
      (setting_value('partner.months') #>> '{}')::int as months,
      case when share.tier = 0 then 0 else (setting_value('partner.fee_cap_bp') #>> '{}')::int end as cap_bp,
      case when share.tier = 0 then amount.value * 1000000::bigint end as fixed_units
    from (values (1, null, 'partner.first_tier_bp'), (2, null, 'partner.second_tier_bp'), (0, 'peer', 'partner.peer_usdt'),
      (0, 'ambassador', 'partner.ambassador_usdt'), (0, 'associate', 'partner.associate_usdt')) as share (tier, level, setting)
    cross join lateral (select (setting_value(share.setting) #>> '{}')::int as value) as amount
  ) as wanted
  left join lateral (
    select rate.* from reward_rates rate
    where rate.tier = wanted.tier and rate.level is not distinct from wanted.level
    order by rate.valid_from desc
    limit 1
  ) as newest on true
  where (newest.rate_bp, newest.cap_bp, newest.fixed_units) is distinct from (wanted.rate_bp, wanted.cap_bp, wanted.fixed_units)
    or (wanted.tier <> 0 and newest.months is distinct from wanted.months)
  on conflict on constraint reward_rates_version_key do nothing;
end $$;
revoke all on function keep_reward_rates(timestamp with time zone) from public;
grant execute on function keep_reward_rates(timestamp with time zone) to parley_worker;
