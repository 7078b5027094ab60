-- So many cents in this coin by the prices of now, rounded up; null while its price is stale or divergent.
create or replace function coins_for_cents(cents bigint, currency text, at timestamp with time zone) returns bigint
language sql stable set search_path = public, pg_temp as $$
  select ceil(cents * coin_units(currency) / (100 * rate.rate))::bigint
  from rates rate
  where rate.crypto = coins_for_cents.currency and rate.fiat = 'USD' and rate.stale_at > coins_for_cents.at and not rate.is_divergent
$$;
revoke all on function coins_for_cents(bigint,text,timestamp with time zone) from public;
grant execute on function coins_for_cents(bigint,text,timestamp with time zone) to parley_web;
