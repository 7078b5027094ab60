-- Advises what leads a coin that left its band the whole way back to its target; of a coin one advice is open. An open one lapses when the
-- exposure comes to its target, or the target or the band was changed. Outcomes: advised, open, lapsed, within, stale, small, waits.
create or replace function advise_house(currency text, hash text, at timestamp with time zone) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  seen    record;
  advised house_advice;
begin
  perform assert_now(at);
  perform pg_advisory_xact_lock(7265063);
  select one.* into strict seen from judged_exposure(at) one where one.currency = advise_house.currency;
  select one.* into advised
  from house_advice one
  where one.currency = advise_house.currency and one.status = 'open'
  for update;
  if advised.id is not null then
    if (seen.target_units, seen.band_units) = (advised.target_units, advised.band_units)
      and (case advised.side when 'buy' then seen.units < seen.target_units else seen.units > seen.target_units end)
    then
      return 'open';
    end if;
    update house_advice one set status = 'lapsed', ended_at = at where one.id = advised.id;
    return 'lapsed';
  end if;
  if seen.move_units = 0 then return 'within'; end if;
  if seen.hold is not null then return seen.hold; end if;
  insert into house_advice (hash, currency, side, units, exposure_units, target_units, band_units, usd_rate, made_at)
  values (hash, currency, case when seen.move_units > 0 then 'buy' else 'sell' end, abs(seen.move_units), seen.units, seen.target_units,
    seen.band_units, seen.usd_rate, at);
  perform tell_admins(
    'staff.exposure_left', trim_scale(abs(seen.move_units) / coin_units(currency)) || ' ' || currency, at);
  return 'advised';
end $$;
revoke all on function advise_house(text,text,timestamp with time zone) from public;
grant execute on function advise_house(text,text,timestamp with time zone) to parley_worker;
