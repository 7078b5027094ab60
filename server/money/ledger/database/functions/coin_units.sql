-- Base units of one whole unit of a currency of the ledger.
create or replace function coin_units(code text) returns numeric
language sql stable set search_path = public, pg_temp as $$
  select round(power(10::numeric, money.digits)) from ledger_currencies money where money.code = coin_units.code
$$;
revoke all on function coin_units(text) from public;
grant execute on function coin_units(text) to parley_chain, parley_signer, parley_web, parley_worker;
