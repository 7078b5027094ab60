-- Asks the market processes to cancel everything of this user, in one market or in all where it is null. Returns in how many. A worker
-- does so for robots of the demo, and for users who may not trade.
create or replace function cancel_all_spot_orders(user_id bigint, market text, at timestamp with time zone) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  found_market text;
  markets      int := 0;
begin
  perform assert_now(at);
  if session_user = 'parley_worker' and kept_from_converting(user_id) is null then
    perform assert_may_act_for(array[user_id]);
  end if;
  for found_market in
    select distinct live.market
    from spot_orders live
    where live.user_id = cancel_all_spot_orders.user_id and live.ended_at is null
      and live.market = coalesce(cancel_all_spot_orders.market, live.market)
    order by live.market
  loop
    perform add_spot_commands(found_market, array[row(null, null, 'cancel_all', null, user_id, null, null, null, null)::spot_commands], at);
    markets := markets + 1;
  end loop;
  return markets;
end $$;
revoke all on function cancel_all_spot_orders(bigint,text,timestamp with time zone) from public;
grant execute on function cancel_all_spot_orders(bigint,text,timestamp with time zone) to parley_web, parley_worker;
