-- The money of the fills from this number on: out of the accounts of orders to the other side, less the fee of who receives it.
create or replace function post_spot_fills(known spot_markets, first_n bigint, at timestamp with time zone) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  subjects text[];
  places   int[];
  givers   text[];
  takers   text[];
  amounts  bigint[];
begin
  select array_agg(known.symbol || ':' || fill.n order by fill.n) into subjects
  from spot_fills fill
  where fill.market = known.symbol and fill.n >= first_n;
  if subjects is null then return; end if;
  select array_agg((fill.n - first_n + 1)::int order by fill.n, line.place), array_agg(line.giver order by fill.n, line.place),
         array_agg(line.taker order by fill.n, line.place), array_agg(line.amount order by fill.n, line.place)
  into places, givers, takers, amounts
  from spot_fills fill
  cross join lateral (values
    (1, spot_account(fill.buyer_id, known.quote), available_account(fill.seller_id, known.quote),
      fill.lots * fill.price_ticks - fill.seller_fee_units),
    (2, spot_account(fill.buyer_id, known.quote), 'house:' || known.quote || ':fees_spot', fill.seller_fee_units),
    (3, spot_account(fill.seller_id, known.base), available_account(fill.buyer_id, known.base),
      fill.lots * known.lot_units - fill.buyer_fee_units),
    (4, spot_account(fill.seller_id, known.base), 'house:' || known.base || ':fees_spot', fill.buyer_fee_units)
  ) as line (place, giver, taker, amount)
  where fill.market = known.symbol and fill.n >= first_n and line.amount > 0;
  if 'posted' <> all (post_each(
    array_fill('spot_fill'::text, array[cardinality(subjects)]), subjects, at, places, givers, takers, amounts)) then
    raise exception 'fills of % cannot be paid', known.symbol using errcode = 'check_violation';
  end if;
end $$;
revoke all on function post_spot_fills(spot_markets,bigint,timestamp with time zone) from public;
