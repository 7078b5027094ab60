-- The copies on offers of these methods, after a fee in the settings has changed.
create or replace function settle_method_fees(method_ids integer[]) returns void
language sql security definer set search_path = public, pg_temp as $$
  with locked as (
    select offer.id
    from offers offer
    where offer.method_id = any (method_ids) and offer.deleted_at is null
      and offer.fee_bp is distinct from case offer.side
        when 'sell' then fee_bp_of(offer.owner_id, offer.method_id, offer.manual_fee_bp, market_now())
        else base_fee_bp(offer.method_id)
      end
    order by offer.id
    for no key update
  )
  update offers
  set fee_bp = 0
  from locked
  where offers.id = locked.id
$$;
revoke all on function settle_method_fees(integer[]) from public;
grant execute on function settle_method_fees(integer[]) to parley_worker;
