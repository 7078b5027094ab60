-- The codes go; that they were here stays, as a digest that leads back to none.
create or replace function erase_user_from_gift_cards(person bigint) returns void
language sql set search_path = public, pg_temp as $$
  update gift_cards
  set status = 'deleted', offer_hash = null, deleted_at = market_now(), bought_at = null
  where owner_id = person and status in ('free', 'in_offer');
  update gift_cards
  set code_sealed = null
  where owner_id = person and status in ('deleted', 'revealed', 'used')
$$;
revoke all on function erase_user_from_gift_cards(bigint) from public;
