-- Which badge each of these people has to show, and the facts that decide it.
create or replace function decide_badges(able bigint[], needs jsonb) returns TABLE(user_id bigint, trades integer, sales integer, has_partners boolean, has_weight boolean, has_vendor_weight boolean, is_restricted boolean, has_id boolean, has_address boolean, given text, seeded text, old_at timestamp with time zone, is_old boolean, tier text, sells_enough boolean, is_vendor boolean, earned text, badge text)
language sql stable set search_path = public, pg_temp as $$
  select fact.user_id, fact.trades, fact.sales, fact.has_partners, fact.has_weight, fact.has_vendor_weight, fact.is_restricted, fact.has_id, fact.has_address, fact.given,
    fact.seeded, fact.old_at, fact.is_old, tier.trades as tier, sells.is_enough as sells_enough, sells.is_vendor, earned.tier as earned,
    case
      when fact.is_restricted then 'no_badge'
      when fact.given is not null then fact.given
      when fact.seeded = 'ambassador' then 'ambassador'
      when earned.tier <> 'no_badge' then earned.tier
      when sells.is_vendor or fact.seeded = 'vendor' then 'vendor'
      else 'no_badge'
    end as badge
  from (
    select facts.*, facts.has_partners and coalesce(known.weight_partners, 0)
      >= 1000 * (setting_value('badges.counted_partners') #>> '{}')::int as has_weight,
      facts.has_partners and coalesce(known.weight_partners, 0)
      >= 1000 * (setting_value('badges.vendor_counted_partners') #>> '{}')::int as has_vendor_weight
    from badge_facts(able) facts
    left join user_reputation known on known.user_id = facts.user_id
  ) as fact
  cross join lateral (
    select case
      when fact.is_restricted or not fact.has_address then null
      when fact.trades >= (needs ->> 'expert')::int then 'expert_trader'
      when fact.trades >= (needs ->> 'power')::int then 'power_trader'
    end as trades) as tier
  cross join lateral (
    select case
      when fact.is_restricted then 'no_badge'
      when (fact.is_old and fact.has_weight and tier.trades = 'expert_trader') or fact.seeded = 'expert_trader' then 'expert_trader'
      when (fact.is_old and fact.has_weight and tier.trades = 'power_trader') or fact.seeded = 'power_trader' then 'power_trader'
      else 'no_badge'
    end as tier) as earned
  cross join lateral (
    select enough.sales as is_enough, enough.sales and fact.has_vendor_weight as is_vendor
    from (values (fact.has_id and not fact.is_restricted and fact.sales >= (needs ->> 'vendor')::int)) as enough (sales)) as sells
$$;
revoke all on function decide_badges(bigint[],jsonb) from public;
