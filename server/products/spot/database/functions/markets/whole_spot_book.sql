-- All that a book starts with, as the last settled command left it.
create or replace function whole_spot_book(progress spot_progress) returns jsonb
language sql stable set search_path = public, pg_temp as $$
  select jsonb_build_object(
    'status', progress.status, 'reference_ticks', progress.reference_ticks, 'last_ticks', progress.last_ticks, 'next_rank', progress.next_rank,
    'orders', coalesce(jsonb_agg(jsonb_build_object(
      'id', live.id, 'user_id', live.user_id, 'side', live.side, 'type', live.type, 'tif', live.tif, 'price_ticks', live.price_ticks,
      'stop_ticks', live.stop_ticks, 'oco_ticks', live.oco_ticks, 'was_set_off', live.was_set_off, 'lots', live.lots,
      'quote_limit_units', live.quote_limit_units, 'filled_lots', live.filled_lots, 'filled_quote_units', live.filled_quote_units,
      'rank', live.rank, 'status', live.status) order by live.rank), '[]'))
  from spot_orders live
  where live.market = progress.market and live.ended_at is null and live.status in ('open', 'waiting')
$$;
revoke all on function whole_spot_book(spot_progress) from public;
