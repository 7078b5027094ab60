create or replace function trades_closing_obstacles(person bigint) returns TABLE(code text, detail text)
language sql stable set search_path = public, pg_temp as $$
  select 'trades', count(*)::text
  from running_trades running
  where person in (running.buyer_id, running.seller_id)
  having count(*) > 0
$$;
revoke all on function trades_closing_obstacles(bigint) from public;
