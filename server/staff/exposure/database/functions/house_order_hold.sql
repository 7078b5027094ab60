-- Why the operator places no order at a venue now, for an advice that is open; null where it may: off, no_trader on the own markets, no_balance
-- outside where it was not read for five minutes, halted, no_day while the result of the day is unknown or as old, stopped.
create or replace function house_order_hold(venue text, at timestamp with time zone) returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select case
    when setting_value(case venue when 'spot' then 'exposure.hedge_on_spot' else 'exposure.hedge_outside' end) <> 'true' then 'off'
    when venue = 'spot' and house_trader() is null then 'no_trader'
    when venue <> 'spot' and not exists (
      select from venue_balances outside
      where outside.venue = house_order_hold.venue and outside.read_at > house_order_hold.at - interval '5 minutes') then 'no_balance'
    when standing_halt(array['spot', 'ledger', 'conversions']) is not null then 'halted'
    when not exists (
      select from exposure_days today
      where today.day = (house_order_hold.at at time zone 'utc')::date and today.noted_at > house_order_hold.at - interval '5 minutes') then 'no_day'
    when exists (
      select from exposure_days today
      where today.day = (house_order_hold.at at time zone 'utc')::date and today.stopped_at is not null) then 'stopped'
  end
$$;
revoke all on function house_order_hold(text,timestamp with time zone) from public;
grant execute on function house_order_hold(text,timestamp with time zone) to parley_web, parley_worker;
