-- What each referrer gets of one trade whose fee was booked, with the reason where it is nothing: a line for each referred side and tier.
-- Where both sides were referred, each share is halved.
create or replace function reward_lines(trade trades, round integer, at timestamp with time zone)
returns TABLE(person bigint, partner bigint, referrer bigint, tier smallint, rate_id bigint, fee_units bigint, units bigint, why text)
language sql stable set search_path = public, pg_temp as $$
  with side as (
    select came.user_id as person, (trade).buyer_id + (trade).seller_id - came.user_id as partner, came.tier1, came.tier2,
      came.voided_at, booked.fee_units, booked.booked_at, count(*) over () as sides
    from reward_fee(trade, reward_lines.round) booked
    join referrals came on came.user_id in ((trade).buyer_id, (trade).seller_id)
    where came.tier1 is not null and booked.booked_at >= came.at and booked.booked_at < came.ends_at
  )
  select share.person, share.partner, share.referrer, share.tier, share.rate_id, share.counted, share.units,
    case when share.units = 0 then coalesce(share.doubt, case when share.fee_units <= 0 then 'no_fee' else 'too_small' end) end
  from (
    select side.*, step.referrer, step.tier, rate.id as rate_id, doubted.why as doubt, counts.units as counted,
      case when doubted.why is null then div(counts.units::numeric * rate.rate_bp, 10000)::bigint else 0 end as units
    from side
    cross join lateral (values (side.tier1, 1::smallint), (side.tier2, 2::smallint)) as step (referrer, tier)
    cross join lateral reward_rate_at(step.tier, side.booked_at) rate
    cross join lateral (
      select div(least(
        greatest(side.fee_units, 0),
        div(coalesce((trade).buyer_share_units, (trade).units)::numeric * rate.cap_bp, 10000)), side.sides)::bigint as units
    ) as counts
    cross join lateral (
      select case
        when side.voided_at is not null then 'voided'
        else reward_doubt(trade, side.person, step.referrer, reward_lines.at) end as why
    ) as doubted
    where step.referrer is not null and (step.tier = 1 or flag_is_on('isMultiTierPartnerProgramEnabled', step.referrer))
  ) as share
  order by share.person, share.tier
$$;
revoke all on function reward_lines(trades,integer,timestamp with time zone) from public;
