-- The buyer of a trade puts a card of theirs into it, before the trade moves: 'used'; 'unfit' where it is for something else or of
-- another amount; null where it is not free or not theirs. Locks the trade, as the move does.
create or replace function use_gift_card(owner_id bigint, hash text, trade_id bigint, at timestamp with time zone) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  card  gift_cards;
  trade trades;
begin
  perform assert_now(at);
  perform assert_may_act_for(array[owner_id]);
  select * into trade
  from trades known
  where known.id = use_gift_card.trade_id and known.buyer_id = use_gift_card.owner_id and known.flow_type = 'gcc-auto'
    and known.status = 'active_funded'
  for update;
  if not found then return null; end if;
  select * into card
  from gift_cards known
  where known.hash = use_gift_card.hash and known.owner_id = use_gift_card.owner_id and known.status in ('free', 'in_offer')
  for update;
  if not found then return null; end if;
  if (card.payment_method_id, card.fiat_code, card.fiat_units) is distinct from
       (trade.payment_method_id, trade.fiat_code, trade.fiat_units)
     or coalesce(card.offer_hash, trade.offer_hash) <> trade.offer_hash then
    return 'unfit';
  end if;
  update gift_cards known
  set status = 'in_use', trade_id = trade.id, trade_hash = trade.hash, in_use_at = at
  where known.id = card.id;
  return 'used';
end $$;
revoke all on function use_gift_card(bigint,text,bigint,timestamp with time zone) from public;
grant execute on function use_gift_card(bigint,text,bigint,timestamp with time zone) to parley_web;
