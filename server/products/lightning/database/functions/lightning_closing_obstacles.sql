-- Payments that the node has not ended, and what is set aside for a withdrawal. The detail is the payment.
create or replace function lightning_closing_obstacles(person bigint) returns TABLE(code text, detail text)
language sql stable set search_path = public, pg_temp as $$
  select 'orders', quote.hash
  from ln_payments mine
  join product_quotes quote on quote.id = mine.quote_id
  where mine.user_id = person and mine.status in ('reserved', 'in_flight')
  union all
  select 'orders', quote.hash
  from ln_withdrawals mine
  join product_quotes quote on quote.id = mine.quote_id
  where mine.user_id = person and mine.status = 'open'
$$;
revoke all on function lightning_closing_obstacles(bigint) from public;
