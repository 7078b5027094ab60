-- Counts trades that have ended for both their sides, each once however often it is asked; a second end of one corrects the
-- first. Locks the trades in id order, then volumes by user and currency.
create or replace function count_endings(trade_ids bigint[]) returns void
language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = 'force_generic_plan' set enable_seqscan = 'off' set enable_hashjoin = 'off' set enable_mergejoin = 'off' as $$
declare
  -- Both sides of each trade, by trade and user.
  ended    bigint[];
  users    bigint[];
  partners bigint[];
  roles    text[];
  ends     timestamptz[];
  went_well boolean[];
  tooks    int[];
  coins    text[];
  -- What went from one to the other.
  over     bigint[];
  -- The end that was counted before, null for none.
  counted  timestamptz[];
  -- Sides for whom an ending does not count.
  uncounted text[];
begin
  perform 1
  from trades trade
  where trade.id = any (trade_ids)
  order by trade.id
  for no key update;
  uncounted := uncounted_sides(trade_ids);
  select array_agg(trade.id order by trade.id, side.user_id), array_agg(side.user_id order by trade.id, side.user_id),
         array_agg(side.partner_id order by trade.id, side.user_id), array_agg(side.role order by trade.id, side.user_id),
         array_agg(trade.ended_at order by trade.id, side.user_id), array_agg(fate.is_well order by trade.id, side.user_id),
         array_agg(case when side.took is not null then greatest(0, round(extract(epoch from side.took))) end::int
           order by trade.id, side.user_id),
         array_agg(trade.crypto order by trade.id, side.user_id),
         array_agg(case when fate.is_well or trade.buyer_share_units is not null
           then coalesce(trade.buyer_share_units, trade.units) end order by trade.id, side.user_id),
         array_agg(known.at order by trade.id, side.user_id)
  into ended, users, partners, roles, ends, went_well, tooks, coins, over, counted
  from trades trade
  cross join lateral (select (trade.status in ('released', 'dispute_won_buyer') or (trade.status = 'chargeback_started' and not exists (
    select from chargeback_reports report where report.trade_id = trade.id and report.outcome = 'confirmed'))) as is_well) as fate
  cross join lateral (values
    (trade.buyer_id, trade.seller_id, 'buyer', trade.paid_at - trade.started_at),
    (trade.seller_id, trade.buyer_id, 'seller', case when fate.is_well then trade.released_at - trade.paid_at end)
  ) as side (user_id, partner_id, role, took)
  left join reputation_trades known on known.user_id = side.user_id and known.trade_id = trade.id
  where trade.id = any (trade_ids) and trade.ended_at is not null and (trade.funded_at is not null
      or (side.role = 'seller' and trade.status <> 'cancelled_buyer'))
    and trade.id || '/' || side.user_id <> all (uncounted);
  if ended is null then return; end if;

  insert into user_volumes as known (user_id, currency, units)
  select one.user_id, one.coin, sum(one.units)::bigint
  from unnest(users, coins, over, ends, counted) as one (user_id, coin, units, ended_at, counted_at)
  where one.units is not null and one.counted_at is distinct from one.ended_at
  group by one.user_id, one.coin
  order by one.user_id, one.coin
  on conflict (user_id, currency) do update
  set units = known.units + excluded.units;
  perform count_pairs(users, partners, went_well, ends, counted);
  if exists (select from unnest(counted) as one (counted_at) where one.counted_at is not null) then
    perform correct_trading_pairs(trade_ids);
  end if;
  insert into reputation_trades as known (user_id, trade_id, partner_id, at, is_successful, role, took_sec)
  select one.user_id, one.trade_id, one.partner_id, one.ended_at, one.is_well, one.role, one.took
  from unnest(ended, users, partners, roles, ends, went_well, tooks) with ordinality
    as one (trade_id, user_id, partner_id, role, ended_at, is_well, took, place)
  order by one.place
  on conflict (user_id, trade_id) do update
  set is_successful = excluded.is_successful, at = excluded.at;
end $$;
revoke all on function count_endings(bigint[]) from public;
grant execute on function count_endings(bigint[]) to parley_web, parley_worker;
