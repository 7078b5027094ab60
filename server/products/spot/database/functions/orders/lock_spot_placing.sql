-- Locks all that placing these orders changes, in one order for all callers: markets, trading sessions, keys, accounts. Without it two lists of
-- orders of the same users could wait for each other.
create or replace function lock_spot_placing(orders jsonb) returns void
language plpgsql set search_path = public, pg_temp set enable_seqscan = 'off' set plan_cache_mode = 'force_generic_plan' as $$
declare
  symbols text[] := array(select distinct one ->> 'market' from jsonb_array_elements(orders) as one);
  owners  bigint[] := array(select distinct (one ->> 'user_id')::bigint from jsonb_array_elements(orders) as one);
  keys    bigint[] := array(
    select distinct (one ->> 'key_id')::bigint from jsonb_array_elements(orders) as one where one ->> 'key_id' is not null);
begin
  perform from spot_markets known where known.symbol = any (symbols) order by known.symbol for no key update;
  perform from spot_sessions open where open.user_id = any (owners) and open.ended_at is null order by open.user_id for update;
  perform lock_api_keys(keys);
  -- An account that is missing has no coins, and another one of its owner is locked.
  perform from ledger_accounts account
  where account.name in (
    select holder.name
    from jsonb_array_elements(orders) as one
    join spot_markets known on known.symbol = one ->> 'market'
    cross join lateral (values (case one ->> 'side' when 'buy' then known.quote else known.base end)) as spent (currency)
    cross join lateral (values
      (available_account((one ->> 'user_id')::bigint, spent.currency)),
      (spot_account((one ->> 'user_id')::bigint, spent.currency))
    ) as holder (name))
  order by account.id
  for update;
end $$;
revoke all on function lock_spot_placing(jsonb) from public;
