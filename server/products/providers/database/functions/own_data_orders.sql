create or replace function own_data_orders(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select made.id, jsonb_build_object('order', made.hash, 'product', made.product, 'coin', made.currency, 'units', made.units::text,
    'status', made.status, 'gotCurrency', quote.got_currency, 'gotUnits', quote.got_units::text, 'at', made.created_at, 'endedAt', made.ended_at)::text
  from provider_orders made
  join product_quotes quote on quote.id = made.quote_id
  where made.user_id = person and made.id > after
  order by made.id
  limit most
$$;
revoke all on function own_data_orders(bigint,bigint,integer) from public;
