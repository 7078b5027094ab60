-- What is wrong with a fill; null where both orders, their limits and the band allow it.
create or replace function spot_fill_fault(fill spot_fills, maker spot_orders, taker spot_orders, band_bp integer) returns text
language plpgsql immutable set search_path = public, pg_temp as $$
begin
  return case
    when maker.id is null or taker.id is null or maker.market <> fill.market or taker.market <> fill.market then 'a foreign order'
    when maker.side = taker.side or fill.taker_side is distinct from taker.side then 'one side'
    when maker.user_id = taker.user_id then 'one person'
    when maker.ended_at is not null or taker.ended_at is not null then 'an ended order'
    when maker.type = 'market' or maker.tif in ('ioc', 'fok') then 'a maker that cannot rest'
    when taker.tif = 'post_only' or taker.type = 'oco' and not taker.was_set_off then 'a taker that only rests'
    -- A stop trades in the command that sets it off, also with what that command placed.
    when taker.seq > fill.seq or maker.seq > fill.seq
      or taker.type not in ('stop_limit', 'oco') and (taker.seq < fill.seq or maker.seq = fill.seq) then 'another command'
    when fill.price_ticks is distinct from maker.price_ticks then 'another price'
    when taker.side = 'buy' and fill.price_ticks > taker.price_ticks or taker.side = 'sell' and fill.price_ticks < taker.price_ticks
      then 'a price beyond the limit'
    when fill.lots is null or fill.lots < 1 or fill.lots > maker.lots - maker.filled_lots or fill.lots > taker.lots - taker.filled_lots
      then 'too many lots'
    when taker.filled_quote_units + fill.lots * fill.price_ticks > taker.quote_limit_units then 'too large a sum'
    when fill.reference_ticks is null or abs(fill.price_ticks - fill.reference_ticks) * 10000 > fill.reference_ticks * band_bp
      then 'a price beyond the band'
  end;
end $$;
revoke all on function spot_fill_fault(spot_fills,spot_orders,spot_orders,integer) from public;
