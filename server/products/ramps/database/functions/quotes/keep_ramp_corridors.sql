-- What the provider offers now: corridors with limits, fees, hours and its price of a dollar. What it names no more takes no orders. Returns how
-- many there are.
create or replace function keep_ramp_corridors(provider text, corridors jsonb, at timestamp with time zone) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  kept int;
begin
  perform assert_now(at);
  perform pg_advisory_xact_lock(7265055, hashtext(provider));
  insert into ramp_corridors as known
    (provider, code, direction, country, currency, rail, networks, least_units, most_units, fee_bp, fee_units, per_usd, opens_at, closes_at, minutes,
     is_active, updated_at)
  select provider, one.code, one.direction, one.country, one.currency, one.rail, one.networks, one.lowest, one.highest, one.fee_bp, one.fee, one.per_usd,
         one.opens, one.closes, one.minutes, true, at
  from jsonb_to_recordset(corridors) as one
    (code text, direction text, country text, currency text, rail text, networks jsonb, lowest bigint, highest bigint, fee_bp int, fee bigint, per_usd numeric,
     opens int, closes int, minutes int)
  on conflict on constraint ramp_corridors_code_key do update
  set country = excluded.country, currency = excluded.currency, rail = excluded.rail, networks = excluded.networks,
      least_units = excluded.least_units, most_units = excluded.most_units, fee_bp = excluded.fee_bp, fee_units = excluded.fee_units,
      per_usd = excluded.per_usd, opens_at = excluded.opens_at, closes_at = excluded.closes_at, minutes = excluded.minutes, is_active = true,
      updated_at = excluded.updated_at;
  get diagnostics kept = row_count;
  update ramp_corridors gone set is_active = false
  where gone.provider = keep_ramp_corridors.provider and gone.is_active and gone.updated_at < at;
  return kept;
end $$;
revoke all on function keep_ramp_corridors(text,jsonb,timestamp with time zone) from public;
grant execute on function keep_ramp_corridors(text,jsonb,timestamp with time zone) to parley_worker;
