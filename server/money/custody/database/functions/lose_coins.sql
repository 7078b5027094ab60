-- Coins that a stranger's transaction has spent for good are the operator's loss, once.
create or replace function lose_coins(txids text[], output_indexes integer[], at timestamp with time zone) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  coin coins;
begin
  perform assert_now(at);
  perform assert_lengths(cardinality(txids), cardinality(output_indexes));
  for coin in
    select found.*
    from unnest(txids, output_indexes) as lost (txid, output_index)
    join coins found using (txid, output_index)
    where found.spent_height is not null
      and not exists (select from chain_payments payment where payment.txid = found.spent_txid)
    order by found.txid, found.output_index
  loop
    perform post_one('coin_lost', coin.txid || ':' || coin.output_index, at, array['house:BTC:loss'],
      array['outside:BTC:chain'], array[coin.units]);
  end loop;
end $$;
revoke all on function lose_coins(text[],integer[],timestamp with time zone) from public;
grant execute on function lose_coins(text[],integer[],timestamp with time zone) to parley_chain;
