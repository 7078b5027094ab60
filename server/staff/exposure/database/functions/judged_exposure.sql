-- Each coin against its band. `move_units` leads back to the target: more than nothing is to buy, less is to sell, and 0 is within the band, its
-- bounds included. `hold` says why nothing is advised although the coin left its band: stale, small, or waits after staff ended an advice.
create or replace function judged_exposure(at timestamp with time zone) returns TABLE(currency text, units bigint, target_units bigint, band_units bigint, usd_rate numeric, move_units bigint, hold text)
language sql stable security definer set search_path = public, pg_temp as $$
  with aims as (
    select money.code,
      (setting_value('exposure.target') ->> money.code)::numeric * coin_units(money.code) as target,
      (setting_value('exposure.band') ->> money.code)::numeric * coin_units(money.code) as band
    from ledger_currencies money
    where money.is_coin
  ), seen as (
    select aims.code, coalesce(own.units, 0) as units, aims.target::bigint as target, aims.band::bigint as band,
      dollar_rate(aims.code, judged_exposure.at) as rate
    from aims
    left join own_exposure() own on own.currency = aims.code
  ), judged as (
    select seen.*, case when seen.band > 0 and abs(seen.units - seen.target) > seen.band then seen.target - seen.units else 0 end as move
    from seen
  )
  select judged.code, judged.units, judged.target, judged.band, judged.rate, judged.move,
    case
      when judged.move = 0 then null
      when judged.rate is null then 'stale'
      when abs(judged.move) * judged.rate < (setting_value('exposure.smallest_usd') #>> '{}')::numeric * coin_units(judged.code) then 'small'
      when exists (
        select from house_advice ended
        where ended.currency = judged.code and ended.status in ('done', 'dismissed')
          and ended.ended_at > judged_exposure.at - make_interval(hours => (setting_value('exposure.wait_hours') #>> '{}')::int)
      ) then 'waits'
    end
  from judged
$$;
revoke all on function judged_exposure(timestamp with time zone) from public;
grant execute on function judged_exposure(timestamp with time zone) to parley_web, parley_worker;
