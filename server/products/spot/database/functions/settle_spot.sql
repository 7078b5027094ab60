-- Writes what the commands up to `to_seq` did in a market: fills, orders, candles and money, in one step. The outcome: settled; other_epoch where
-- another process matches; moved where these commands were settled before. Raises on whatever the orders and the log do not allow.
create or replace function settle_spot(market text, epoch bigint, from_seq bigint, to_seq bigint, done jsonb, at timestamp with time zone) returns text
language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = 'force_generic_plan' as $$
#variable_conflict use_variable
declare
  progress spot_progress;
  known    spot_markets;
begin
  perform assert_now(at);
  select one.* into progress from spot_progress one where one.market = market for update;
  select one.* into known from spot_markets one where one.symbol = market;
  if progress.epoch <> epoch then return 'other_epoch'; end if;
  if progress.applied_seq <> from_seq - 1 then return 'moved'; end if;
  if (to_seq >= from_seq and to_seq < known.next_seq) is not true then
    raise exception 'no such commands of %', market using errcode = 'check_violation';
  end if;
  perform from spot_orders one
  where one.id in (
    select (changed ->> 'id')::bigint from jsonb_array_elements(done -> 'orders') as changed)
  order by one.id
  for no key update;
  perform write_spot_fills(progress, known, done -> 'fills', to_seq, at);
  perform post_spot_fills(known, progress.next_fill, at);
  perform write_spot_orders(progress, known, done -> 'orders', to_seq, at);
  perform add_spot_candles(market, progress.next_fill, at);
  insert into spot_prevented (market, seq, maker_id, taker_id, price_ticks, lots, at)
  select market, one.seq, one.maker_id, one.taker_id, one.price_ticks, one.lots, at
  from jsonb_populate_recordset(null::spot_prevented, done -> 'prevented') as one;
  update spot_progress one
  set applied_seq = to_seq,
      settled_at = at,
      status = coalesce((
        select command.status from spot_commands command
        where command.market = settle_spot.market and command.seq between from_seq and to_seq and command.kind = 'state'
        order by command.seq desc limit 1), one.status),
      reference_ticks = coalesce(spot_reference_at(market, from_seq, to_seq), one.reference_ticks),
      last_ticks = coalesce((
        select fill.price_ticks from spot_fills fill
        where fill.market = settle_spot.market and fill.n >= progress.next_fill order by fill.n desc limit 1), one.last_ticks),
      next_rank = (done ->> 'next_rank')::bigint,
      next_fill = one.next_fill + jsonb_array_length(done -> 'fills')
  where one.market = settle_spot.market;
  perform tell_spot_owners(array(
    select distinct owned.user_id from spot_orders owned
    where not owned.by_robot and owned.id in (select (changed ->> 'id')::bigint from jsonb_array_elements(done -> 'orders') as changed)));
  return 'settled';
end $$;
revoke all on function settle_spot(text,bigint,bigint,bigint,jsonb,timestamp with time zone) from public;
grant execute on function settle_spot(text,bigint,bigint,bigint,jsonb,timestamp with time zone) to parley_market;
