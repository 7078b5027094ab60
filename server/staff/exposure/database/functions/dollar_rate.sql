-- Dollars for one of a currency of the ledger; null while no price holds.
create or replace function dollar_rate(code text, at timestamp with time zone) returns numeric
language sql stable set search_path = public, pg_temp as $$
  select case
    when code = 'USD' then 1
    when money.is_coin then (
      select known.rate
      from rates known
      where known.crypto = code and known.fiat = 'USD' and known.stale_at > dollar_rate.at and not known.is_divergent)
    else (
      select dollar.rate / known.rate
      from rates known
      join rates dollar on dollar.crypto = known.crypto and dollar.fiat = 'USD'
      where known.crypto = 'BTC' and known.fiat = code and known.stale_at > dollar_rate.at and dollar.stale_at > dollar_rate.at)
  end
  from ledger_currencies money
  where money.code = dollar_rate.code
$$;
revoke all on function dollar_rate(text,timestamp with time zone) from public;
