-- The parts of offers and trades for export_part, which says whose they are.
create or replace function export_market_part(person bigint, part text, after bigint, most integer) returns TABLE(key bigint, line text)
language plpgsql stable set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  case part
    when 'offers' then
      return query
        select id, jsonb_build_object('hash', hash, 'side', side, 'coin', crypto, 'currency', fiat, 'terms', terms,
          'instructions', trade_details, 'paymentReference', bank_reference, 'country', payment_country, 'subdivision', payment_subdivision, 'city', payment_city, 'marginBp', margin_bp, 'customRate', custom_rate::text, 'fixedPrice', fixed_price::text,
          'minUnits', min_units::text, 'maxUnits', max_units::text, 'isOn', is_on, 'isSilent', is_silent, 'madeInTrade', chat_hash, 'lockedUntil', special_until,
          'partner', (select partner.username from users partner where partner.id = offers.partner_id), 'createdAt', created_at,
          'updatedAt', updated_at, 'deletedAt', deleted_at)::text
        from offers
        where owner_id = person and id > after
        order by id
        limit most;
    when 'trades' then
      return query
        select trade.id, jsonb_build_object('hash', trade.hash, 'status', trade.status,
          'role', case when trade.buyer_id = person then 'buyer' else 'seller' end, 'partner', partner.username,
          'coin', trade.crypto, 'units', trade.units::text, 'feeUnits', trade.fee_units::text,
          'cashbackUnits', case when trade.starter_id = person then trade.cashback_units::text end,
          'country', trade.payment_country, 'subdivision', trade.payment_subdivision, 'city', trade.payment_city, 'currency', trade.fiat_code,
          'fiatUnits', trade.fiat_units::text, 'price', trade.price, 'customRate', trade.custom_rate::text, 'terms', trade.offer_terms,
          'instructions',
            case when trade.seller_id = person or trade.details_revealed_at is not null then trade.trade_details end,
          'paymentReference',
            case when trade.seller_id = person or trade.details_revealed_at is not null then trade.bank_reference end,
          'startedAt', trade.started_at, 'paidAt', trade.paid_at,
          'releasedAt', trade.released_at, 'endedAt', trade.ended_at)::text
        from trades trade
        join users partner on partner.id = case when trade.buyer_id = person then trade.seller_id else trade.buyer_id end
        where (trade.buyer_id = person or trade.seller_id = person) and trade.id > after
        order by trade.id
        limit most;
    when 'messages' then
      return query
        select message.id, jsonb_build_object('trade', trade.hash, 'at', message.at, 'text', message.body,
          'file', upload.name)::text
        from trades trade
        join chat_messages message on message.trade_id = trade.id
        left join uploads upload on upload.id = message.upload_id
        where (trade.buyer_id = person or trade.seller_id = person) and message.author_id = person and message.id > after
        order by message.id
        limit most;
    when 'feedback' then
      return query
        select given.id, jsonb_build_object('trade', given.trade_hash,
          'direction', case when given.giver_id = person then 'given' else 'received' end, 'rating', given.rating,
          'text', given.message, 'reply', given.reply, 'at', given.created_at)::text
        from feedback given
        where (given.giver_id = person or given.receiver_id = person) and given.id > after
        order by given.id
        limit most;
  end case;
end $$;
revoke all on function export_market_part(bigint,text,bigint,integer) from public;
