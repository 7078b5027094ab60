create or replace function own_data_hedge_rules(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select mine.id, jsonb_build_object('hedgeRule', mine.hash, 'trigger', mine.trigger, 'from', mine.from_currency, 'to', mine.to_currency,
    'shareBp', mine.share_bp, 'keepUnits', mine.keep_units::text, 'priceSide', mine.price_side,
    'priceUsdCents', mine.price_usd_cents::text, 'everyDays', mine.every_days, 'nextAt', mine.next_at, 'status', mine.status,
    'pausedWhy', mine.paused_why, 'createdAt', mine.created_at, 'endedAt', mine.ended_at)::text
  from hedge_rules mine
  where mine.user_id = person and mine.id > after
  order by mine.id
  limit most
$$;
revoke all on function own_data_hedge_rules(bigint,bigint,integer) from public;
