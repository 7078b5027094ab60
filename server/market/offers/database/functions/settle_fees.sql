-- The copies on offers whose owner's perk or tier has come or gone; what has ended is forgotten. Whose they were.
create or replace function settle_fees() returns SETOF bigint
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  return query
  with wanted as (
    select offer.id
    from (select distinct perk.user_id from offer_perks perk) as discounted
    join offers offer on offer.owner_id = discounted.user_id and offer.side = 'sell' and offer.deleted_at is null
    union
    select offer.id
    from offers offer
    where offer.manual_fee_bp is not null and offer.deleted_at is null
  ), locked as (
    select offer.id
    from wanted
    join offers offer on offer.id = wanted.id
    where offer.fee_bp is distinct from fee_bp_of(offer.owner_id, offer.method_id, offer.manual_fee_bp, market_now())
    order by offer.id
    for no key update of offer
  ), settled as (
    update offers
    set fee_bp = 0
    from locked
    where offers.id = locked.id
    returning offers.owner_id
  )
  select distinct settled.owner_id from settled;
  delete from offer_perks perk where perk.valid_until <= market_now();
end $$;
revoke all on function settle_fees() from public;
grant execute on function settle_fees() to parley_worker;
