-- Refuses what is no trade of its offer as it is at this time: another side, limit or place, or an offer that is closed to it.
create or replace function assert_trades_of_offers(rows trades[], at timestamp with time zone) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (
    select
    from unnest(rows) as trade
    left join offers offer on offer.hash = trade.offer_hash
    where (
      offer.is_on and offer.deleted_at is null
      and case when offer.partner_id is null then offer.hold is null or (offer.hold = 'silent' and offer.is_silent)
        else offer.hold = 'special' and offer.partner_id = trade.starter_id and offer.special_until > assert_trades_of_offers.at end
      and trade.owner_id = offer.owner_id and trade.starter_id <> offer.owner_id
      and trade.offer_type = offer.side and trade.crypto = offer.crypto and trade.fiat_code = offer.fiat
      and trade.payment_method_id = offer.method_id and trade.flow_type = offer.flow_type
      and trade.window_minutes = offer.payment_window_min
      and not exists (
        select from users side where side.id in (trade.buyer_id, trade.seller_id) and side.is_demo <> trade.is_demo)
      and (trade.payment_country, trade.payment_subdivision, trade.payment_city)
        is not distinct from (offer.payment_country, offer.payment_subdivision, offer.payment_city) and trade.no_third_parties = offer.no_third_parties and trade.bank_reference is not distinct from offer.bank_reference
      and trade.fiat_units between offer.min_units and offer.max_units
      and trade.seller_id = case offer.side when 'sell' then offer.owner_id else trade.starter_id end
      and trade.buyer_id = case offer.side when 'sell' then trade.starter_id else offer.owner_id end
    ) is not true
  ) then
    raise exception 'this is no trade of its offer' using errcode = 'check_violation';
  end if;
end $$;
revoke all on function assert_trades_of_offers(trades[],timestamp with time zone) from public;
