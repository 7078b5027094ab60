-- The fee that the operator kept of a trade that went well, in cents, for the owner of its offer; nothing beside a partner whose account
-- was younger than 30 days, or of the owner's own household.
create or replace function counted_fee_cents(trade trades, partner_id bigint) returns bigint
language sql stable set search_path = public, pg_temp as $$
  select case
    when trade.is_same_ip or trade.units <= 0 then 0
    when not exists (
      select from users partner
      where partner.id = counted_fee_cents.partner_id and partner.created_at <= trade.ended_at - interval '30 days') then 0
    when of_one_household(trade.owner_id, counted_fee_cents.partner_id) then 0
    else div(
      trade.usd_cents::numeric * (
        fee_of_share(trade.units, trade.fee_units, coalesce(trade.buyer_share_units, trade.units)) - coalesce(trade.cashback_units, 0)),
      trade.units)::bigint
  end
$$;
revoke all on function counted_fee_cents(trades,bigint) from public;
