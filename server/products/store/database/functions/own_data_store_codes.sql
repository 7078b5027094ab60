-- The gift cards that were bought, and never their codes: those are money.
create or replace function own_data_store_codes(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select code.id, jsonb_build_object('card', code.hash, 'order', bought.hash, 'brand', sold.brand, 'country', sold.country,
    'fiatCurrencyCode', sold.currency, 'fiatUnits', line.face_units::text, 'deliveredAt', code.delivered_at, 'seenAt', code.first_seen_at,
    'usedAt', code.used_at, 'note', code.note, 'vaultCard', code.vault_hash, 'reportedAt', code.reported_at, 'report', code.report,
    'reportStatus', code.report_status)::text
  from store_codes code
  join store_lines line on line.quote_id = code.quote_id
  join store_products sold on sold.id = line.product_id
  join store_orders bought on bought.quote_id = line.order_quote_id
  where code.user_id = person and code.id > after
  order by code.id
  limit most
$$;
revoke all on function own_data_store_codes(bigint,bigint,integer) from public;
