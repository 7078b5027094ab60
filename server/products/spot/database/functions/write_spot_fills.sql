-- Checks each fill against both orders as the fills before it left them, and writes it. Fees are those that the orders were placed with, in the
-- currency received, rounded up.
create or replace function write_spot_fills(progress spot_progress, known spot_markets, fills jsonb, to_seq bigint, at timestamp with time zone) returns void
language plpgsql set search_path = public, pg_temp set plan_cache_mode = 'force_generic_plan' as $$
declare
  fill     spot_fills;
  maker    spot_orders;
  taker    spot_orders;
  fault    text;
  last_seq bigint := progress.applied_seq + 1;
begin
  for fill in select one.* from jsonb_populate_recordset(null::spot_fills, fills) as one loop
    select one.* into maker from spot_orders one where one.id = fill.maker_id;
    select one.* into taker from spot_orders one where one.id = fill.taker_id;
    -- A resting order with two prices trades at that of its stop only after it was set off, and takes only then.
    maker := spot_order_set_off(maker, fill.price_ticks = maker.oco_ticks);
    taker := spot_order_set_off(taker, true);
    fill.market := known.symbol;
    fill.n := progress.next_fill;
    fill.at := write_spot_fills.at;
    fill.reference_ticks := coalesce(
      spot_reference_at(known.symbol, progress.applied_seq + 1, fill.seq), progress.reference_ticks);
    fault := case
      when (fill.seq >= last_seq and fill.seq <= to_seq) is not true then 'another command'
      else spot_fill_fault(fill, maker, taker, known.band_bp)
    end;
    if fault is not null then
      raise exception 'fill % of % has %', fill.n, known.symbol, fault using errcode = 'check_violation';
    end if;
    fill.buyer_id := case fill.taker_side when 'buy' then taker.user_id else maker.user_id end;
    fill.seller_id := case fill.taker_side when 'buy' then maker.user_id else taker.user_id end;
    fill.buyer_fee_units := (fill.lots * known.lot_units
      * case fill.taker_side when 'buy' then taker.taker_bp else maker.maker_bp end + 9999) / 10000;
    fill.seller_fee_units := (fill.lots * fill.price_ticks
      * case fill.taker_side when 'buy' then maker.maker_bp else taker.taker_bp end + 9999) / 10000;
    insert into spot_fills
      (market, n, maker_id, taker_id, buyer_id, seller_id, taker_side, price_ticks, lots, buyer_fee_units, seller_fee_units, reference_ticks, by_robot, seq, at)
    values (fill.market, fill.n, fill.maker_id, fill.taker_id, fill.buyer_id, fill.seller_id, fill.taker_side, fill.price_ticks, fill.lots,
            fill.buyer_fee_units, fill.seller_fee_units, fill.reference_ticks, maker.by_robot or taker.by_robot, fill.seq, fill.at);
    update spot_orders one
    set price_ticks = case one.id when maker.id then maker.price_ticks else taker.price_ticks end,
        oco_ticks = case one.id when maker.id then maker.oco_ticks else taker.oco_ticks end,
        was_set_off = case one.id when maker.id then maker.was_set_off else taker.was_set_off end,
        filled_lots = one.filled_lots + fill.lots,
        filled_quote_units = one.filled_quote_units + fill.lots * fill.price_ticks,
        fee_units = one.fee_units + case one.side when 'buy' then fill.buyer_fee_units else fill.seller_fee_units end,
        held_units = one.held_units - case one.side when 'buy' then fill.lots * fill.price_ticks else fill.lots * known.lot_units end
    where one.id in (fill.maker_id, fill.taker_id);
    progress.next_fill := progress.next_fill + 1;
    last_seq := fill.seq;
  end loop;
end $$;
revoke all on function write_spot_fills(spot_progress,spot_markets,jsonb,bigint,timestamp with time zone) from public;
