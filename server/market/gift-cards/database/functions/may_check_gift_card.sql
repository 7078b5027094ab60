-- Of a card whose code nobody has seen: its owner, and the seller of the trade that has it.
create or replace function may_check_gift_card(viewer_id bigint, hash text) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select
    from gift_cards card
    left join trades trade on trade.id = card.trade_id
    where card.hash = may_check_gift_card.hash
      and (
        card.status in ('free', 'in_offer') and card.owner_id = may_check_gift_card.viewer_id
        or card.status = 'in_use' and may_check_gift_card.viewer_id in (card.owner_id, trade.seller_id)))
$$;
revoke all on function may_check_gift_card(bigint,text) from public;
grant execute on function may_check_gift_card(bigint,text) to parley_web;
