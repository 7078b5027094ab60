-- The copy for lists: of an offer to sell what its owner pays, of one to buy what anybody does. Nobody else writes it.
create or replace function note_offer_fee() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.fee_bp := case new.side
    when 'sell' then fee_bp_of(new.owner_id, new.method_id, new.manual_fee_bp, market_now())
    else base_fee_bp(new.method_id)
  end;
  return new;
end $$;
revoke all on function note_offer_fee() from public;
