-- What the books say of the Lightning node, in millisatoshi: what is owed of it, which of that is held for payments, and what was credited ever.
create or replace function lightning_books()
returns TABLE(owed_msat bigint, held_msat bigint, credited_msat bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select
    1000 * coalesce((select -outside.balance_units from ledger_accounts outside where outside.name = 'outside:BTC:lightning'), 0),
    1000 * coalesce((
      select sum(quote.units)
      from ln_payments paid
      join product_quotes quote on quote.id = paid.quote_id
      where paid.status in ('reserved', 'in_flight')), 0)::bigint,
    coalesce((select node.credited_msat from ln_node node), 0)
$$;
revoke all on function lightning_books() from public;
grant execute on function lightning_books() to parley_lightning, parley_web;
