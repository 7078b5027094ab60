-- The card of a trade follows it, under the trade's lock. A trade shares a card that its buyer has put in; one that leaves gcc-auto or
-- ends gives it back, unless the buyer got coins for its code, a part of them even, or
-- the seller has seen it.
create or replace function follow_gift_card() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  card gift_cards;
begin
  select * into card
  from gift_cards known
  where known.trade_id = new.id
  order by known.in_use_at desc, known.id desc
  limit 1
  for update;
  if new.status in ('gcc_info_shared', 'gcc_info_accepted', 'gcc_code_shared') and card.status is distinct from 'in_use'
     and new.code_revealed_at is null then
    raise exception 'trade % shares no card', new.id using errcode = 'check_violation';
  end if;
  if new.code_revealed_at is distinct from old.code_revealed_at and new.code_revealed_at is not null then
    if card.id is null or card.revealed_at is not null or card.status not in ('in_use', 'used') then
      raise exception 'trade % has no code to show', new.id using errcode = 'check_violation';
    end if;
    update gift_cards
    set revealed_at = new.code_revealed_at, status = case card.status when 'in_use' then 'revealed' else card.status end
    where id = card.id;
    insert into gift_card_reveals (gift_card_id, trade_id, seen_by_id, at)
    values (card.id, new.id, new.seller_id, new.code_revealed_at);
    return null;
  end if;
  if card.id is null or card.status not in ('in_use', 'revealed') then return null; end if;
  if (new.status in ('released', 'dispute_won_buyer') or new.buyer_share_units is not null) and new.paid_at is not null then
    update gift_cards set status = 'used' where id = card.id;
  elsif card.status = 'in_use' and (new.flow_type <> 'gcc-auto' or new.ended_at is not null) then
    update gift_cards
    set status = case when offer_hash is null then 'free' else 'in_offer' end, trade_id = null, trade_hash = null,
        in_use_at = null
    where id = card.id;
  end if;
  return null;
end $$;
revoke all on function follow_gift_card() from public;
