-- Open orders; the detail is the market.
create or replace function spot_closing_obstacles(person bigint) returns TABLE(code text, detail text)
language sql stable set search_path = public, pg_temp as $$
  select distinct 'spot_orders', live.market
  from spot_orders live
  where live.user_id = person and live.ended_at is null
$$;
revoke all on function spot_closing_obstacles(bigint) from public;
