-- Begins the day (UTC) with the exposure of now, or notes its result since then. A loss at its bound stops executions until the day is over.
-- Outcomes: began, noted, stopped, stale where a price is missing.
create or replace function note_exposure_day(at timestamp with time zone) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  today  date := (at at time zone 'utc')::date;
  begun  exposure_days;
  result record;
  bound  bigint := (setting_value('exposure.loss_usd_day') #>> '{}')::bigint * 100;
begin
  perform assert_now(at);
  perform pg_advisory_xact_lock(7265063);
  select one.* into begun from exposure_days one where one.day = today for update;
  if begun.day is null then
    if exists (select from own_exposure() own where dollar_rate(own.currency, at) is null) then return 'stale'; end if;
    with day as (
      insert into exposure_days (day, began_at, after_posting, noted_at)
      values (today, at, (select coalesce(max(line.id), 0) from postings line), at)
    )
    insert into exposure_starts (day, currency, units, usd_rate, venue_units)
    select today, own.currency, own.units, dollar_rate(own.currency, at), coalesce((
      select sum(outside.units) from venue_balances outside where outside.currency = own.currency), 0)
    from own_exposure() own;
    return 'began';
  end if;
  select made.* into result from exposure_result(begun, at) made;
  if result.realized is null then return 'stale'; end if;
  if begun.stopped_at is null and bound > 0 and -(result.realized + result.unrealized) >= bound then
    begun.stopped_at := at;
    perform tell_admins('staff.loss_bound', round((result.realized + result.unrealized) / 100, 2) || ' USD', at);
  end if;
  update exposure_days one
  set noted_at = at, realized_cents = result.realized, unrealized_cents = result.unrealized, stopped_at = begun.stopped_at
  where one.day = today;
  return case when begun.stopped_at is null then 'noted' else 'stopped' end;
end $$;
revoke all on function note_exposure_day(timestamp with time zone) from public;
grant execute on function note_exposure_day(timestamp with time zone) to parley_worker;
