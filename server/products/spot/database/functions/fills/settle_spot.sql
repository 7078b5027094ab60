-- Writes what the commands up to `to_seq` did in a market: fills, orders, candles and money, in one step. The outcome: settled; other_epoch where
-- another process matches; moved where these commands were settled before. Raises on whatever the orders and the log do not allow.
create or replace function settle_spot(market text, epoch bigint, from_seq bigint, to_seq bigint, done jsonb, at timestamp with time zone) returns text
language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = 'force_generic_plan' as $$
#variable_conflict use_variable
declare
  progress spot_progress;
  known    spot_markets;
  -- What the log has in these commands beside new orders.
  asked    spot_commands[];
  fills    spot_fills[];
begin
  perform assert_now(at);
  select one.* into progress from spot_progress one where one.market = market for no key update;
  select one.* into known from spot_markets one where one.symbol = market;
  if progress.epoch <> epoch then return 'other_epoch'; end if;
  if progress.applied_seq <> from_seq - 1 then return 'moved'; end if;
  if (to_seq >= from_seq and to_seq < known.next_seq) is not true then
    raise exception 'no such commands of %', market using errcode = 'check_violation';
  end if;
  asked := array(
    select command from spot_commands command
    where command.market = settle_spot.market and command.seq between from_seq and to_seq and command.kind <> 'place'
    order by command.seq);
  fills := write_spot_fills(progress, known, done -> 'fills', asked, to_seq, at);
  perform tell_spot_owners(write_spot_orders(progress, known, done -> 'orders', fills, asked, to_seq, at));
  if cardinality(fills) > 0 then
    perform add_spot_candles(market, progress.next_fill, at);
  end if;
  insert into spot_prevented (market, seq, maker_id, taker_id, price_ticks, lots, at)
  select market, one.seq, one.maker_id, one.taker_id, one.price_ticks, one.lots, at
  from jsonb_populate_recordset(null::spot_prevented, done -> 'prevented') as one;
  update spot_progress one
  set applied_seq = to_seq,
      settled_at = at,
      status = coalesce((array(select said.status from unnest(asked) as said where said.kind = 'state' order by said.seq desc))[1], one.status),
      reference_ticks = coalesce(
        (array(select said.ticks from unnest(asked) as said where said.kind = 'reference' order by said.seq desc))[1], one.reference_ticks),
      last_ticks = coalesce((fills[cardinality(fills)]).price_ticks, one.last_ticks),
      next_rank = (done ->> 'next_rank')::bigint,
      next_fill = one.next_fill + cardinality(fills)
  where one.market = settle_spot.market;
  return 'settled';
end $$;
revoke all on function settle_spot(text,bigint,bigint,bigint,jsonb,timestamp with time zone) from public;
grant execute on function settle_spot(text,bigint,bigint,bigint,jsonb,timestamp with time zone) to parley_market;
