-- The codes go with the account; that they were here stays, as a digest that leads back to none.
create or replace function erase_gift_cards() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update gift_cards card
  set status = 'deleted', offer_hash = null, deleted_at = market_now()
  where card.owner_id = new.user_id and card.status in ('free', 'in_offer');
  update gift_cards card
  set code_sealed = null
  where card.owner_id = new.user_id and card.status in ('deleted', 'revealed', 'used');
  return null;
end $$;
revoke all on function erase_gift_cards() from public;
