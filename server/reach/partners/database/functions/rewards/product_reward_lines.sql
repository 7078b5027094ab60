-- What each referrer gets of the fees of one subject, with the reason where it is nothing: a line for each tier. No lines where nothing is left of the fees.
create or replace function product_reward_lines(due product_fees, at timestamp with time zone)
returns TABLE(referrer bigint, tier smallint, rate_id bigint, fee_units bigint, units bigint, why text)
language sql stable set search_path = public, pg_temp as $$
  with booked as (
    select sum(fee.units) as units, sum(fee.volume_units) as volume, min(fee.at) as at
    from product_fees fee
    where fee.subject = (due).subject and fee.person_id = (due).person_id and fee.purpose = (due).purpose and fee.currency = (due).currency
  )
  select share.referrer, share.tier, share.rate_id, share.counted, share.units,
    case when share.units = 0 then coalesce(share.doubt, 'too_small') end
  from (
    select step.referrer, step.tier, rate.id as rate_id, counts.units as counted, doubted.why as doubt,
      case when doubted.why is null then div(counts.units::numeric * rate.rate_bp, 10000)::bigint else 0 end as units
    from booked
    join referrals came on came.user_id = (due).person_id
    cross join lateral (values (came.tier1, 1::smallint), (came.tier2, 2::smallint)) as step (referrer, tier)
    cross join lateral reward_rate_at(step.tier, booked.at) rate
    cross join lateral (select least(booked.units, div(greatest(booked.volume, 0) * rate.cap_bp, 10000))::bigint as units) as counts
    cross join lateral (
      select case
        when came.voided_at is not null then 'voided'
        else coalesce(referrer_obstacle(step.referrer), case
          when is_cleared(array[(due).person_id, step.referrer]) then null
          when of_one_household((due).person_id, step.referrer) then 'household'
          when share_payout_account((due).person_id, step.referrer) then 'payout_account'
        end) end as why
    ) as doubted
    where booked.units > 0 and step.referrer is not null
      and (step.tier = 1 or flag_is_on('isMultiTierPartnerProgramEnabled', step.referrer))
  ) as share
  order by share.tier
$$;
revoke all on function product_reward_lines(product_fees,timestamp with time zone) from public;
