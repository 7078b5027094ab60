create or replace function own_data_rewards(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select entry.id, jsonb_build_object('trade', masked_trade(trade.hash), 'product', reward_product(entry.purpose), 'tier', entry.tier, 'rateVersion', entry.rate_id,
    'coin', entry.currency, 'feeUnits', entry.fee_units::text, 'units', entry.units::text, 'status', entry.status, 'why', entry.why,
    'at', entry.at, 'heldUntil', entry.held_until, 'claim', claim.hash)::text
  from reward_entries entry
  left join trades trade on trade.id = entry.trade_id
  left join reward_claims claim on claim.id = entry.claim_id
  where entry.referrer_id = person and entry.id > after
  order by entry.id
  limit most
$$;
revoke all on function own_data_rewards(bigint,bigint,integer) from public;
