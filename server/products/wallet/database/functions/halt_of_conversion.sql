-- The halt that keeps these two coins from being converted; null when none does.
create or replace function halt_of_conversion(from_currency text, to_currency text) returns text
language sql stable set search_path = public, pg_temp as $$
  select standing_halt(array['money_out', 'conversions', 'ledger', 'coin_' || from_currency, 'coin_' || to_currency])
$$;
revoke all on function halt_of_conversion(text,text) from public;
