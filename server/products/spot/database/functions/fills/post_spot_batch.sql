-- The money of a batch: its fills move it out of the accounts of orders to the other side, less the fee of the receiver, and orders give back what
-- they no longer need.
create or replace function post_spot_batch(known spot_markets, fills spot_fills[], orders spot_orders[], freed bigint[], to_seq bigint, at timestamp with time zone) returns void
language plpgsql set search_path = public, pg_temp set plan_cache_mode = 'force_generic_plan' as $$
declare
  count    int := cardinality(fills);
  kinds    text[];
  subjects text[];
  places   int[];
  givers   text[];
  takers   text[];
  amounts  bigint[];
begin
  select array_agg(case when line.place < 5 then 'spot_fill' else 'spot_release' end order by line.journal) filter (where line.is_first),
         array_agg(line.subject order by line.journal) filter (where line.is_first),
         array_agg(line.number order by line.journal, line.place), array_agg(line.giver order by line.journal, line.place),
         array_agg(line.taker order by line.journal, line.place), array_agg(line.amount order by line.journal, line.place)
  into kinds, subjects, places, givers, takers, amounts
  from (
    select one.*, dense_rank() over (order by one.journal)::int as number,
           row_number() over (partition by one.journal order by one.place) = 1 as is_first
    from (
      select fill.ordinality as journal, leg.place, fill.market || ':' || fill.n as subject, leg.giver, leg.taker, leg.amount
      from unnest(fills) with ordinality as fill
      cross join lateral (values
        (1, spot_account(fill.buyer_id, known.quote), available_account(fill.seller_id, known.quote),
          fill.lots * fill.price_ticks - fill.seller_fee_units),
        (2, spot_account(fill.buyer_id, known.quote), 'house:' || known.quote || ':fees_spot', fill.seller_fee_units),
        (3, spot_account(fill.seller_id, known.base), available_account(fill.buyer_id, known.base),
          fill.lots * known.lot_units - fill.buyer_fee_units),
        (4, spot_account(fill.seller_id, known.base), 'house:' || known.base || ':fees_spot', fill.buyer_fee_units)
      ) as leg (place, giver, taker, amount)
      where leg.amount > 0
      union all
      select count + made.ordinality, 5, made.id || ':' || to_seq, spot_account(made.user_id, side.currency),
             available_account(made.user_id, side.currency), freed[made.ordinality]
      from unnest(orders) with ordinality as made
      cross join lateral (values (case made.side when 'buy' then known.quote else known.base end)) as side (currency)
      where freed[made.ordinality] > 0
    ) as one
  ) as line;
  if kinds is null then return; end if;
  if 'posted' <> any (post_each(kinds, subjects, at, places, givers, takers, amounts)) then
    raise exception 'the orders of % cannot pay their fills', known.symbol using errcode = 'check_violation';
  end if;
end $$;
revoke all on function post_spot_batch(spot_markets,spot_fills[],spot_orders[],bigint[],bigint,timestamp with time zone) from public;
