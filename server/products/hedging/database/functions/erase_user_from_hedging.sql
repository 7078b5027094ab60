-- The rules of a closed account end.
create or replace function erase_user_from_hedging(person bigint) returns void
language sql set search_path = public, pg_temp as $$
  update hedge_rules rule
  set status = 'ended', paused_why = null, ended_at = market_now()
  where rule.user_id = person and rule.status <> 'ended'
$$;
revoke all on function erase_user_from_hedging(bigint) from public;
