-- Whether the owner's trading hours are open at that time, on a clock of their zone: as availableInSec of offers/switching/duty-hours.ts.
-- Hours that end before they begin go on past midnight. A zone that the database has no name for is always open.
create or replace function is_on_duty(hours jsonb, zone text, at timestamp with time zone) returns boolean
language plpgsql stable set search_path = public, pg_temp as $$
declare
  wall timestamp;
  now_sec int;
begin
  wall := date_trunc('second', is_on_duty.at) at time zone is_on_duty.zone;
  now_sec := (extract(isodow from wall)::int - 1) * 86400 + extract(epoch from wall::time)::int;
  return (
    select count(*) = 0 or bool_or((now_sec - span.from_sec + 604800) % 604800 < span.length_sec)
    from (
      select
        (hour.day - 1) * 86400 + extract(epoch from hour.start_time)::int as from_sec,
        coalesce(
          nullif((extract(epoch from hour.end_time - hour.start_time)::int + 86400) % 86400, 0),
          86400) as length_sec
      from jsonb_to_recordset(is_on_duty.hours) as hour (day int, start_time time, end_time time, active boolean)
      where hour.active
    ) as span
  );
exception
  when invalid_parameter_value then return true;
end $$;
revoke all on function is_on_duty(jsonb,text,timestamp with time zone) from public;
grant execute on function is_on_duty(jsonb,text,timestamp with time zone) to parley_web, parley_worker;
