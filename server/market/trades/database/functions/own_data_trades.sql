-- Instructions for payment as the trade shows them to the person.
create or replace function own_data_trades(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select trade.id, jsonb_build_object('hash', trade.hash, 'status', trade.status,
    'role', case when trade.buyer_id = person then 'buyer' else 'seller' end, 'partner', partner.username,
    'coin', trade.crypto, 'units', trade.units::text, 'feeUnits', trade.fee_units::text,
    'cashbackUnits', case when trade.starter_id = person then trade.cashback_units::text end,
    'country', trade.payment_country, 'subdivision', trade.payment_subdivision, 'city', trade.payment_city,
    'currency', trade.fiat_code, 'fiatUnits', trade.fiat_units::text, 'price', trade.price,
    'customRate', trade.custom_rate::text, 'terms', trade.offer_terms,
    'instructions', case when trade.seller_id = person or trade.details_revealed_at is not null then trade.trade_details end,
    'paymentReference', case when trade.seller_id = person or trade.details_revealed_at is not null then trade.bank_reference end,
    'startedAt', trade.started_at, 'paidAt', trade.paid_at, 'releasedAt', trade.released_at, 'endedAt', trade.ended_at)::text
  from trades trade
  join users partner on partner.id = case when trade.buyer_id = person then trade.seller_id else trade.buyer_id end
  where (trade.buyer_id = person or trade.seller_id = person) and trade.id > after
  order by trade.id
  limit most
$$;
revoke all on function own_data_trades(bigint,bigint,integer) from public;
