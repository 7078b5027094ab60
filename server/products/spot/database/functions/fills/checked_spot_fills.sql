-- Fills as a market process gives them, with number, parties and fees, and each with what is wrong with it: both orders are looked at as the fills
-- before it left them. Fees are those that the orders were placed with, in the currency received, rounded up.
create or replace function checked_spot_fills(progress spot_progress, known spot_markets, given jsonb, asked spot_commands[], to_seq bigint, at timestamp with time zone) returns TABLE(fill spot_fills, fault text)
language plpgsql stable set search_path = public, pg_temp set enable_seqscan = 'off' set plan_cache_mode = 'force_generic_plan' as $$
begin
  return query
  with numbered as materialized (
    select progress.next_fill + one.ordinality - 1 as n, one.maker_id, one.taker_id, one.taker_side, one.price_ticks, one.lots, one.seq,
           lag(one.seq, 1, progress.applied_seq + 1) over (order by one.ordinality) as seq_before,
           coalesce(
             (select command.ticks from unnest(asked) as command
              where command.kind = 'reference' and command.seq <= one.seq order by command.seq desc limit 1),
             progress.reference_ticks) as reference_ticks
    from jsonb_populate_recordset(null::spot_fills, given) with ordinality as one
  ), legs as materialized (
    -- A resting order with two prices trades at that of its stop only after it was set off, and takes only then.
    select one.n, leg.is_taker,
           spot_order_after(
             here.made, coalesce(first_value(leg.is_taker or one.price_ticks = (here.made).oco_ticks) over own, false),
             coalesce(sum(one.lots) over before, 0)::bigint, coalesce(sum(one.lots * one.price_ticks) over before, 0)::bigint) as made
    from numbered one
    cross join lateral (values (one.maker_id, false), (one.taker_id, true)) as leg (order_id, is_taker)
    -- By key, however many orders there are: the offset keeps it a look-up of each.
    left join lateral (select live as made from spot_orders live where live.id = leg.order_id offset 0) as here on true
    window own as (partition by leg.order_id order by one.n),
           before as (partition by leg.order_id order by one.n rows between unbounded preceding and 1 preceding)
  )
  select whole.fill,
         case
           when (one.seq >= one.seq_before and one.seq <= to_seq) is not true then 'another command'
           else spot_fill_fault(whole.fill, maker.made, taker.made, known.band_bp)
         end
  from numbered one
  join legs maker on maker.n = one.n and not maker.is_taker
  join legs taker on taker.n = one.n and taker.is_taker
  cross join lateral (values (
    case one.taker_side when 'buy' then taker.made else maker.made end,
    case one.taker_side when 'buy' then maker.made else taker.made end,
    case one.taker_side when 'buy' then (taker.made).taker_bp else (maker.made).maker_bp end,
    case one.taker_side when 'buy' then (maker.made).maker_bp else (taker.made).taker_bp end)
  ) as parties (buyer, seller, buyer_bp, seller_bp)
  cross join lateral (values (row(
    known.symbol, one.n, one.maker_id, one.taker_id, (parties.buyer).user_id, (parties.seller).user_id, one.taker_side, one.price_ticks,
    one.lots, (one.lots * known.lot_units * parties.buyer_bp + 9999) / 10000,
    (one.lots * one.price_ticks * parties.seller_bp + 9999) / 10000, one.reference_ticks,
    (maker.made).by_robot or (taker.made).by_robot, one.seq, checked_spot_fills.at)::spot_fills)) as whole (fill);
end $$;
revoke all on function checked_spot_fills(spot_progress,spot_markets,jsonb,spot_commands[],bigint,timestamp with time zone) from public;
