-- By place: whether the fee or the cashback of a trade is another one than its offer and its seller's perks make at this time.
create or replace function have_other_terms(rows trades[], at timestamp with time zone) returns boolean[]
language plpgsql set search_path = public, pg_temp as $$
begin
  return array(
    select (
      (made.trade).fee_units = ceil((made.trade).units::numeric * fee_bp_of(
        (made.trade).seller_id, offer.method_id, case offer.side when 'sell' then offer.manual_fee_bp end, have_other_terms.at) / 10000)
      and (made.trade).cashback_units is not distinct from case when offer.featured_until > have_other_terms.at then
        cashback_of((made.trade).units, (made.trade).fee_units, (made.trade).usd_cents, offer.cashback_bp, offer.cashback_max_cents) end
    ) is not true
    from generate_series(1, cardinality(rows)) as place
    cross join lateral (select rows[place] as trade) as made
    left join offers offer on offer.hash = (made.trade).offer_hash
    order by place);
end $$;
revoke all on function have_other_terms(trades[],timestamp with time zone) from public;
