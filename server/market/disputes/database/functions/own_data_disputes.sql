-- What the person opened a dispute with.
create or replace function own_data_disputes(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select opened.id, jsonb_build_object('dispute', opened.body, 'trade', opened.trade_hash, 'reasonId', opened.reason_id,
    'openedAt', opened.opened_at, 'outcome', opened.outcome, 'decidedAt', opened.decided_at)::text
  from trades trade
  join disputes opened on opened.trade_hash = trade.hash
  where (trade.buyer_id = person or trade.seller_id = person) and opened.opened_by_id = person and opened.id > after
  order by opened.id
  limit most
$$;
revoke all on function own_data_disputes(bigint,bigint,integer) from public;
