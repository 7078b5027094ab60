create or replace function disputes_closing_obstacles(person bigint) returns TABLE(code text, detail text)
language sql stable set search_path = public, pg_temp as $$
  select 'cases', count(*)::text
  from running_trades running
  join trades trade on trade.id = running.trade_id
  join disputes dispute on dispute.trade_hash = trade.hash and dispute.outcome is null
  where person in (running.buyer_id, running.seller_id)
  having count(*) > 0
$$;
revoke all on function disputes_closing_obstacles(bigint) from public;
