-- Nothing runs that was agreed with the one and would end with the other. The user is locked, as for a start of a trade.
create or replace function conversion_obstacle(user_id bigint) returns text
language sql stable set search_path = public, pg_temp as $$
  select case
    when exists (
      select from running_trades running
      where conversion_obstacle.user_id in (running.buyer_id, running.seller_id)) then 'trades'
    when exists (
      select from verifications waiting
      where waiting.user_id = conversion_obstacle.user_id and waiting.status = 'pending') then 'pending'
    when exists (
      select from account_closures closure
      where closure.user_id = conversion_obstacle.user_id and closure.withdrawn_at is null) then 'closing'
  end
$$;
revoke all on function conversion_obstacle(bigint) from public;
