-- Writes the fills of a batch and returns them. Raises on the first that both orders, their limits and the band do not allow.
create or replace function write_spot_fills(progress spot_progress, known spot_markets, given jsonb, asked spot_commands[], to_seq bigint, at timestamp with time zone) returns spot_fills[]
language plpgsql set search_path = public, pg_temp as $$
declare
  fills spot_fills[];
  fault text;
begin
  if jsonb_array_length(given) = 0 then return '{}'; end if;
  select array_agg(one.fill order by (one.fill).n),
         (array_agg(format('fill %s of %s has %s', (one.fill).n, known.symbol, one.fault) order by (one.fill).n)
           filter (where one.fault is not null))[1]
  into fills, fault
  from checked_spot_fills(progress, known, given, asked, to_seq, at) as one;
  if fault is not null then raise exception '%', fault using errcode = 'check_violation'; end if;
  insert into spot_fills
    (market, n, maker_id, taker_id, buyer_id, seller_id, taker_side, price_ticks, lots, buyer_fee_units, seller_fee_units, reference_ticks, by_robot, seq, at)
  select fill.market, fill.n, fill.maker_id, fill.taker_id, fill.buyer_id, fill.seller_id, fill.taker_side, fill.price_ticks, fill.lots,
         fill.buyer_fee_units, fill.seller_fee_units, fill.reference_ticks, fill.by_robot, fill.seq, fill.at
  from unnest(fills) as fill;
  return fills;
end $$;
revoke all on function write_spot_fills(spot_progress,spot_markets,jsonb,spot_commands[],bigint,timestamp with time zone) from public;
