-- So many units of a currency in base units of a coin by the prices of now; null while the price is stale or divergent.
create or replace function coins_for_fiat(fiat_units bigint, fiat text, coin text, at timestamp with time zone) returns numeric
language sql stable set search_path = public, pg_temp as $$
  select fiat_units * coin_units(coin) / (10::numeric ^ money.digits * rate.rate)
  from rates rate
  join ledger_currencies money on money.code = coins_for_fiat.fiat
  where rate.crypto = coin and rate.fiat = coins_for_fiat.fiat and rate.stale_at > coins_for_fiat.at and not rate.is_divergent
$$;
revoke all on function coins_for_fiat(bigint,text,text,timestamp with time zone) from public;
