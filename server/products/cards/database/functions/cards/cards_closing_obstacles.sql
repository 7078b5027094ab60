-- What of cards keeps an account open: a debt, and a dispute that the issuer has not answered. The balance and what is held are the ledger's to name.
create or replace function cards_closing_obstacles(person bigint) returns TABLE(code text, detail text)
language sql stable set search_path = public, pg_temp as $$
  select 'card_debt', 'USD' from card_debts debt where debt.user_id = person and debt.units > debt.repaid_units
  union all
  select 'card_disputes', count(*)::text from card_disputes one where one.user_id = person and one.ended_at is null having count(*) > 0
$$;
revoke all on function cards_closing_obstacles(bigint) from public;
