-- A trade's volume is what went from seller to buyer: of a divided escrow the buyer's share, whoever had the larger one.
-- Whether it went well stays with its status. Owned by people/reputation.

-- As before but for volumes: what went over, once for each end of a trade. Locks the trades in id order, then volumes by
-- user and currency, then pairs.
create or replace function count_endings(trade_ids bigint[]) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform 1
  from trades trade
  where trade.id = any(trade_ids)
  order by trade.id
  for no key update;
  insert into user_volumes as known (user_id, currency, units)
  select side.user_id, trade.crypto, sum(coalesce(trade.buyer_share_units, trade.units))::bigint
  from trades trade
  cross join lateral (values (trade.buyer_id), (trade.seller_id)) as side (user_id)
  left join reputation_trades counted on counted.user_id = side.user_id and counted.trade_id = trade.id
  where trade.id = any(trade_ids) and trade.ended_at is not null
    and (trade.status in ('released', 'dispute_won_buyer') or trade.buyer_share_units is not null)
    and counted.at is distinct from trade.ended_at
  group by side.user_id, trade.crypto
  order by side.user_id, trade.crypto
  on conflict (user_id, currency) do update
  set units = known.units + excluded.units;
  insert into trading_pairs as known (user_id, partner_id, trades, successful, last_at)
  select side.user_id, side.partner_id, count(*), count(*) filter (where trade.status in ('released', 'dispute_won_buyer')),
    max(trade.ended_at)
  from trades trade
  cross join lateral (values (trade.buyer_id, trade.seller_id), (trade.seller_id, trade.buyer_id)) as side (user_id, partner_id)
  left join reputation_trades counted on counted.user_id = side.user_id and counted.trade_id = trade.id
  where trade.id = any(trade_ids) and trade.ended_at is not null and counted.trade_id is null
  group by side.user_id, side.partner_id
  order by side.user_id, side.partner_id
  on conflict (user_id, partner_id) do update
  set trades = known.trades + excluded.trades, successful = known.successful + excluded.successful,
      last_at = greatest(known.last_at, excluded.last_at);
  perform correct_trading_pairs(trade_ids);
  insert into reputation_trades as known (user_id, trade_id, partner_id, at, is_successful, role, took_sec)
  select side.user_id, trade.id, side.partner_id, trade.ended_at, trade.status in ('released', 'dispute_won_buyer'), side.role,
    case when side.took is not null then greatest(0, round(extract(epoch from side.took))) end::int
  from trades trade
  cross join lateral (values
    (trade.buyer_id, trade.seller_id, 'buyer', trade.paid_at - trade.started_at),
    (trade.seller_id, trade.buyer_id, 'seller',
      case when trade.status in ('released', 'dispute_won_buyer') then trade.released_at - trade.paid_at end)
  ) as side (user_id, partner_id, role, took)
  where trade.id = any(trade_ids) and trade.ended_at is not null
  order by trade.id, side.user_id
  on conflict (user_id, trade_id) do update
  set is_successful = excluded.is_successful, at = excluded.at;
end $$;
