-- So many units of a currency in cents of a dollar by the prices of now, rounded up; null while they are stale or divergent.
create or replace function usd_of_fiat(units bigint, currency text, at timestamp with time zone) returns bigint
language sql stable set search_path = public, pg_temp as $$
  select case when currency = 'USD' then units else (
    select ceil(units * 100 * dollar.rate / (own.rate * 10::numeric ^ money.digits))::bigint
    from rates own
    join rates dollar on dollar.crypto = 'BTC' and dollar.fiat = 'USD'
    join ledger_currencies money on money.code = own.fiat
    where own.crypto = 'BTC' and own.fiat = usd_of_fiat.currency
      and own.stale_at > usd_of_fiat.at and not own.is_divergent and dollar.stale_at > usd_of_fiat.at and not dollar.is_divergent) end
$$;
revoke all on function usd_of_fiat(bigint,text,timestamp with time zone) from public;
grant execute on function usd_of_fiat(bigint,text,timestamp with time zone) to parley_web;
