create or replace function own_data_offers(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select offer.id, jsonb_build_object('hash', offer.hash, 'side', offer.side, 'coin', offer.crypto, 'currency', offer.fiat,
    'terms', offer.terms, 'instructions', offer.trade_details, 'paymentReference', offer.bank_reference,
    'country', offer.payment_country, 'subdivision', offer.payment_subdivision, 'city', offer.payment_city,
    'marginBp', offer.margin_bp, 'customRate', offer.custom_rate::text, 'fixedPrice', offer.fixed_price::text,
    'minUnits', offer.min_units::text, 'maxUnits', offer.max_units::text, 'isOn', offer.is_on, 'isSilent', offer.is_silent,
    'madeInTrade', offer.chat_hash, 'lockedUntil', offer.special_until, 'partner', partner.username,
    'createdAt', offer.created_at, 'updatedAt', offer.updated_at, 'deletedAt', offer.deleted_at)::text
  from offers offer
  left join users partner on partner.id = offer.partner_id
  where offer.owner_id = person and offer.id > after
  order by offer.id
  limit most
$$;
revoke all on function own_data_offers(bigint,bigint,integer) from public;
