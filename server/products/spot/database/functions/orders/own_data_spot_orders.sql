create or replace function own_data_spot_orders(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select mine.id, jsonb_build_object('spotOrder', mine.hash, 'clientId', mine.client_id, 'market', mine.market, 'side', mine.side,
    'type', mine.type, 'timeInForce', mine.tif, 'priceTicks', mine.price_ticks::text, 'stopTicks', mine.stop_ticks::text,
    'ocoTicks', mine.oco_ticks::text, 'wasSetOff', mine.was_set_off,
    'lots', mine.lots::text, 'quoteLimitUnits', mine.quote_limit_units::text, 'filledLots', mine.filled_lots::text,
    'filledQuoteUnits', mine.filled_quote_units::text, 'feeUnits', mine.fee_units::text, 'status', mine.status, 'why', mine.why,
    'at', mine.at, 'endedAt', mine.ended_at,
    'session', (
      select jsonb_build_object('openedAt', allowed.opened_at, 'expiresAt', allowed.expires_at, 'dayUsdCents', allowed.day_usd_cents::text,
        'markets', allowed.markets)
      from spot_sessions allowed
      where allowed.id = mine.session_id),
    'prevented', (
      select coalesce(jsonb_agg(jsonb_build_object('lots', one.lots::text, 'priceTicks', one.price_ticks::text, 'at', one.at) order by one.id), '[]')
      from spot_prevented one
      where one.taker_id = mine.id))::text
  from spot_orders mine
  where mine.user_id = person and mine.id > after
  order by mine.id
  limit most
$$;
revoke all on function own_data_spot_orders(bigint,bigint,integer) from public;
