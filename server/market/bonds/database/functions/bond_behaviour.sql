-- How an owner's trades on their bonded offers went: waived for traders of a tier; first, good, fair or poor. At fault is an owner who
-- lost a dispute, took a payment back that was said to be made, or let the window pass without paying.
create or replace function bond_behaviour(user_id bigint, at timestamp with time zone) returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select case
    when exists (
      select
      from user_reputation known
      where known.user_id = bond_behaviour.user_id and known.tier in ('power_trader', 'expert_trader')) then 'waived'
    when counted.ended < rule.first_trades and counted.faults = 0 then 'first'
    when counted.faults * 100 > rule.poor_percent * greatest(counted.ended, rule.first_trades) then 'poor'
    when counted.faults * 100 > rule.fair_percent * greatest(counted.ended, rule.first_trades) then 'fair'
    else 'good'
  end
  from (
    select (held.value ->> 'days')::int as days, (held.value ->> 'firstTrades')::int as first_trades,
           (held.value ->> 'fairPercent')::int as fair_percent, (held.value ->> 'poorPercent')::int as poor_percent
    from (select setting_value('bonds.rules') as value) as held
  ) as rule
  cross join lateral (
    select count(*) as ended,
           count(*) filter (where
             (trade.status = 'dispute_won_buyer' and trade.seller_id = trade.owner_id)
             or (trade.buyer_id = trade.owner_id and (
               trade.status in ('dispute_won_seller', 'expired')
               or (trade.status = 'cancelled_buyer' and trade.was_ever_paid)))) as faults
    from (
      select * from trades of_buyer
      where of_buyer.buyer_id = bond_behaviour.user_id
        and of_buyer.started_at > bond_behaviour.at - make_interval(days => rule.days)
      union all
      select * from trades of_seller
      where of_seller.seller_id = bond_behaviour.user_id
        and of_seller.started_at > bond_behaviour.at - make_interval(days => rule.days)
    ) as trade
    where trade.owner_id = bond_behaviour.user_id and trade.ended_at is not null
      and exists (select from bond_methods bonded where bonded.method_id = trade.payment_method_id)
  ) as counted
$$;
revoke all on function bond_behaviour(bigint,timestamp with time zone) from public;
