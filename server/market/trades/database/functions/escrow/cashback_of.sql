-- Base units; null where there is none. As cashbackUnitsOf in contract/money/cashback.ts.
create or replace function cashback_of(units bigint, fee_units bigint, usd_cents bigint, cashback_bp integer, max_cents integer) returns bigint
language sql immutable as $$
  select case when cashback_bp is not null then nullif(least(
    div(units::numeric * cashback_bp, 10000), div(units::numeric * max_cents, greatest(usd_cents, 1)), fee_units / 2), 0)::bigint end
$$;
revoke all on function cashback_of(bigint,bigint,bigint,integer,integer) from public;
