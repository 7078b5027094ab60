-- The caller matches this market from now on: the answer is its epoch, and no earlier epoch can write any more.
create or replace function claim_spot_market(market text) returns bigint
language sql security definer set search_path = public, pg_temp as $$
  update spot_progress progress
  set epoch = progress.epoch + 1
  where progress.market = claim_spot_market.market
  returning progress.epoch
$$;
revoke all on function claim_spot_market(text) from public;
grant execute on function claim_spot_market(text) to parley_market;
