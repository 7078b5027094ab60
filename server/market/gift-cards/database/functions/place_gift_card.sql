-- Its owner keeps it for the trades of one offer of theirs, or, without one, for any: 'placed'; 'in_use'; 'unfit' where the offer is
-- no gcc-auto offer of theirs to buy coins for such a card; null where they have no such card.
create or replace function place_gift_card(owner_id bigint, hash text, offer_hash text, at timestamp with time zone) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  card gift_cards;
begin
  perform assert_now(at);
  perform assert_may_act_for(array[owner_id]);
  select * into card
  from gift_cards known
  where known.hash = place_gift_card.hash and known.owner_id = place_gift_card.owner_id and known.status <> 'deleted'
  for update;
  if not found then return null; end if;
  if card.status not in ('free', 'in_offer') then return 'in_use'; end if;
  if offer_hash is not null and not exists (
    select
    from offers offer
    where offer.hash = place_gift_card.offer_hash and offer.owner_id = place_gift_card.owner_id and offer.deleted_at is null
      and offer.side = 'buy' and offer.flow_type = 'gcc-auto'
      and offer.method_id = card.payment_method_id and offer.fiat = card.fiat_code
  ) then
    return 'unfit';
  end if;
  update gift_cards known
  set offer_hash = place_gift_card.offer_hash,
      status = case when place_gift_card.offer_hash is null then 'free' else 'in_offer' end
  where known.id = card.id;
  return 'placed';
end $$;
revoke all on function place_gift_card(bigint,text,text,timestamp with time zone) from public;
grant execute on function place_gift_card(bigint,text,text,timestamp with time zone) to parley_web;
