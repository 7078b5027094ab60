-- Whether it is this side that ended the trade or did not do its part, or a moderator decided so.
create or replace function is_own_ending(trade trades, side_id bigint) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select trade.buyer_share_units is not null
    or trade.status = case side_id when trade.buyer_id then 'cancelled_buyer' else 'cancelled_seller' end
    or (trade.status = 'expired' and side_id <> trade.owner_id and (side_id = trade.buyer_id or trade.funded_at is null))
    or (side_id = trade.buyer_id and trade.status in ('dispute_won_seller', 'chargeback_started', 'chargeback_paid'))
$$;
revoke all on function is_own_ending(trades,bigint) from public;
