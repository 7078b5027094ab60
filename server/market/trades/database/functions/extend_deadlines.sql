-- After an outage: what has a window is found by its timer.
create or replace function extend_deadlines(seconds integer, at timestamp with time zone) returns TABLE(id bigint, hash text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  perform assert_now(at);
  if seconds is null or seconds < 0 then raise exception 'deadlines only move later' using errcode = 'check_violation'; end if;
  -- In id order, as all callers lock them; what ended meanwhile has no window any more.
  perform 1
  from trades trade
  where trade.id = any (array(select timer.trade_id from trade_timers timer))
  order by trade.id
  for update;
  return query
    with moved as (
      update trades
      set expires_at = trades.expires_at + make_interval(secs => seconds), version = trades.version + 1
      where trades.id = any (array(select timer.trade_id from trade_timers timer)) and trades.expires_at is not null
      returning trades.id, trades.hash, trades.status
    ), noted as (
      insert into trade_transitions (trade_id, verb, actor, status, note, at)
      select moved.id, 'outage', 'platform', moved.status, seconds || ' seconds', extend_deadlines.at
      from moved
    )
    select moved.id, moved.hash from moved;
end $$;
revoke all on function extend_deadlines(integer,timestamp with time zone) from public;
grant execute on function extend_deadlines(integer,timestamp with time zone) to parley_worker;
