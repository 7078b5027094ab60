-- Base units of a coin that are worth so many cents, rounded up; null while there is no price that holds.
create or replace function bond_units(usd_cents bigint, currency text, at timestamp with time zone) returns bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select ceil(bond_units.usd_cents::numeric / 100 / known.rate
    * coin_units(known.crypto))::bigint
  from rates known
  where known.crypto = bond_units.currency and known.fiat = 'USD' and known.stale_at > bond_units.at and not known.is_divergent
$$;
revoke all on function bond_units(bigint,text,timestamp with time zone) from public;
grant execute on function bond_units(bigint,text,timestamp with time zone) to parley_web;
