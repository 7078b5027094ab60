create or replace function count_fee_of_trade() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.fee_cents := case when new.is_successful then coalesce((
    select counted_fee_cents(trade, new.partner_id)
    from trades trade
    where trade.id = new.trade_id and trade.owner_id = new.user_id), 0) else 0 end;
  return new;
end $$;
revoke all on function count_fee_of_trade() from public;
