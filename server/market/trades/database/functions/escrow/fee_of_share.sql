-- The fee of a share, rounded up to a whole unit: as divideEscrow of contract/market/disputes/award-shares.ts, and a test compares.
create or replace function fee_of_share(units bigint, fee_units bigint, share_units bigint) returns bigint
language sql immutable as $$
  select div(fee_units::numeric * share_units + units - 1, units)::bigint
$$;
revoke all on function fee_of_share(bigint,bigint,bigint) from public;
grant execute on function fee_of_share(bigint,bigint,bigint) to parley_web, parley_worker;
