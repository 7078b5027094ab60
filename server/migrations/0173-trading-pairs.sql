-- How often two have traded is read with every view of a trade and was counted each time from all their trades. It is kept
-- as they end, by the function that counts those. Owned by people/reputation.

create table trading_pairs (
  user_id    bigint      not null references users,
  partner_id bigint      not null references users,
  -- Those that ended, and those of them that went well.
  trades     int         not null check (trades > 0),
  successful int         not null check (successful between 0 and trades),
  last_at    timestamptz not null,
  primary key (user_id, partner_id)
) with (fillfactor = 70);
grant select on trading_pairs to parley_web, parley_worker;

insert into trading_pairs (user_id, partner_id, trades, successful, last_at)
select user_id, partner_id, count(*), count(*) filter (where is_successful), max(at)
from reputation_trades
group by user_id, partner_id;
drop index reputation_trades_by_partner;

-- Trades that were counted and have ended another way since, before they are counted so.
create function correct_trading_pairs(trade_ids bigint[]) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  corrected record;
begin
  for corrected in
    select counted.user_id, counted.partner_id, max(trade.ended_at) as ended_at,
      sum((trade.status in ('released', 'dispute_won_buyer'))::int - counted.is_successful::int)::int as more
    from trades trade
    join reputation_trades counted on counted.user_id in (trade.buyer_id, trade.seller_id) and counted.trade_id = trade.id
    where trade.id = any(trade_ids) and trade.ended_at is not null
      and (trade.ended_at <> counted.at or (trade.status in ('released', 'dispute_won_buyer')) <> counted.is_successful)
    group by counted.user_id, counted.partner_id
    order by counted.user_id, counted.partner_id
  loop
    update trading_pairs
    set successful = successful + corrected.more, last_at = greatest(last_at, corrected.ended_at)
    where user_id = corrected.user_id and partner_id = corrected.partner_id;
  end loop;
end $$;
revoke all on function correct_trading_pairs(bigint[]) from public;

-- As before, and for each two of them. Locks the trades in id order, then volumes by user and currency, then pairs.
create or replace function count_endings(trade_ids bigint[]) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform 1
  from trades trade
  where trade.id = any(trade_ids)
  order by trade.id
  for no key update;
  insert into user_volumes as known (user_id, currency, units)
  select side.user_id, trade.crypto, sum(trade.units)::bigint
  from trades trade
  cross join lateral (values (trade.buyer_id), (trade.seller_id)) as side (user_id)
  left join reputation_trades counted on counted.user_id = side.user_id and counted.trade_id = trade.id
  where trade.id = any(trade_ids) and trade.ended_at is not null
    and trade.status in ('released', 'dispute_won_buyer') and counted.is_successful is not true
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
