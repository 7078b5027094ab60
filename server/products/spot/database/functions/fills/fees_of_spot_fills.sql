-- Whose the fees in journals of spot trades are: the buyer's in the base, the seller's in the quote currency. All of a user's of one day are one subject,
-- due when the day is over. See note_product_fees.
create or replace function fees_of_spot_fills(journal_ids bigint[])
returns TABLE(journal_id bigint, person_id bigint, currency text, subject text, volume_units bigint, due_at timestamp with time zone)
language sql stable set search_path = public, pg_temp as $$
  select journal.id, side.person_id, side.currency, 'spot:' || (journal.at at time zone 'utc')::date, side.units,
    date_trunc('day', journal.at, 'utc') + interval '1 day'
  from journals journal
  join spot_fills fill on fill.market = split_part(journal.subject, ':', 1) and fill.n = split_part(journal.subject, ':', 2)::bigint
  join spot_markets known on known.symbol = fill.market
  cross join lateral (values
    (fill.buyer_id, known.base, fill.lots * known.lot_units),
    (fill.seller_id, known.quote, fill.lots * fill.price_ticks)
  ) as side (person_id, currency, units)
  where journal.id = any (journal_ids)
$$;
revoke all on function fees_of_spot_fills(bigint[]) from public;
