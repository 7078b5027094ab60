-- A code is to be delivered for this quote, and is not here: a line of a statement is no delivery of it.
create or replace function lacks_top_up_pin(quote bigint) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select
    from top_ups topped
    join top_up_products product on product.id = topped.product_id and product.is_pin
    where topped.quote_id = quote and not exists (select from top_up_pins pin where pin.quote_id = quote))
$$;
revoke all on function lacks_top_up_pin(bigint) from public;
grant execute on function lacks_top_up_pin(bigint) to parley_signer, parley_web;
