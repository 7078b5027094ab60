-- Posts what left the cold account and did not come to us, once, where its block was read.
create or replace function post_cold_spends(ids bigint[], at timestamp with time zone) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  spend cold_spends;
begin
  perform assert_now(at);
  for spend in
    update cold_spends
    set posted_at = post_cold_spends.at
    from wallet_rails rail
    where cold_spends.id = any (ids) and cold_spends.posted_at is null
      and rail.chain = cold_spends.chain and cold_spends.block_height <= rail.scanned_height
    returning cold_spends.*
  loop
    perform post_network_cost('cold_spend', spend.txid || ':' || spend.currency, spend.currency, spend.units, at);
  end loop;
end $$;
revoke all on function post_cold_spends(bigint[],timestamp with time zone) from public;
grant execute on function post_cold_spends(bigint[],timestamp with time zone) to parley_chain;
