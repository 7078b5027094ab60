-- What of cards keeps an account open: a debt. The balance and what is held are the ledger's to name.
create or replace function cards_closing_obstacles(person bigint) returns TABLE(code text, detail text)
language sql stable set search_path = public, pg_temp as $$
  select 'card_debt', 'USD' from card_debts debt where debt.user_id = person and debt.units > debt.repaid_units
$$;
revoke all on function cards_closing_obstacles(bigint) from public;
