-- The key is the number of the journal of a trade, which counts over all markets.
create or replace function own_data_spot_fills(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select journal.id, jsonb_build_object('spotTrade', fill.market || ':' || fill.n,
    'side', case when fill.buyer_id = person then 'buy' else 'sell' end, 'priceTicks', fill.price_ticks::text, 'lots', fill.lots::text,
    'feeUnits', case when fill.buyer_id = person then fill.buyer_fee_units else fill.seller_fee_units end::text, 'at', fill.at)::text
  from spot_fills fill
  join journals journal on journal.kind = 'spot_fill' and journal.subject = fill.market || ':' || fill.n
  where (fill.buyer_id = person or fill.seller_id = person) and journal.id > after
  order by journal.id
  limit most
$$;
revoke all on function own_data_spot_fills(bigint,bigint,integer) from public;
