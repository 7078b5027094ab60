-- What so many cents buy of this coin by the prices of now, rounded down; null while its price is stale or divergent.
create or replace function cents_in_coins(cents bigint, currency text, at timestamp with time zone) returns bigint
language sql stable set search_path = public, pg_temp as $$
  select floor(cents * coin_units(currency) / (100 * rate.rate))::bigint
  from rates rate
  where rate.crypto = cents_in_coins.currency and rate.fiat = 'USD' and rate.stale_at > cents_in_coins.at and not rate.is_divergent
$$;
revoke all on function cents_in_coins(bigint,text,timestamp with time zone) from public;
grant execute on function cents_in_coins(bigint,text,timestamp with time zone) to parley_web;
