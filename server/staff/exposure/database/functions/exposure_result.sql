-- The result of a day that began, in cents; both are null while a price is missing. Amounts of the start give what their prices changed, and
-- amounts that changed since then what they are worth now.
create or replace function exposure_result(begun exposure_days, at timestamp with time zone, OUT realized numeric, OUT unrealized numeric)
language sql stable set search_path = public, pg_temp as $$
  select case when coalesce(bool_and(line.rate is not null), true) then round(coalesce(sum((line.units - line.start_units - line.moved_units) * line.rate), 0)) end,
         case when coalesce(bool_and(line.rate is not null), true) then round(coalesce(sum(line.start_units * (line.rate - line.start_rate)), 0)) end
  from (
    select coalesce(own.units, 0) as units, coalesce(start.units, 0) as start_units, coalesce(moved.units, 0) as moved_units,
      start.usd_rate * 100 / coin_units(code) as start_rate, dollar_rate(code, exposure_result.at) * 100 / coin_units(code) as rate
    from own_exposure() own
    full join (select one.* from exposure_starts one where one.day = begun.day) as start using (currency)
    full join exposure_moved(begun) moved using (currency)
    cross join lateral (values (currency)) as named (code)
  ) as line
$$;
revoke all on function exposure_result(exposure_days,timestamp with time zone) from public;
