-- Null while there is no price that holds.
create or replace function usd_cents_of(units bigint, currency text, at timestamp with time zone) returns bigint
language sql stable set search_path = public, pg_temp as $$
  select floor(usd_cents_of.units * known.rate * 100 / coin_units(known.crypto))::bigint
  from rates known
  where known.crypto = usd_cents_of.currency and known.fiat = 'USD' and known.stale_at > usd_cents_of.at and not known.is_divergent
$$;
revoke all on function usd_cents_of(bigint,text,timestamp with time zone) from public;
grant execute on function usd_cents_of(bigint,text,timestamp with time zone) to parley_web;
