-- Feedback is one side's about the other, of their trade that went well, and counts as that trade's sum says. The owner
-- fills a demo market.
create or replace function feedback_is_of_its_trade() returns trigger
language plpgsql as $$
begin
  if pg_has_role(current_user, (select relowner from pg_class where oid = tg_relid), 'usage') then return new; end if;
  if (tg_op = 'INSERT' or (new.giver_id, new.receiver_id) = (old.giver_id, old.receiver_id)) and exists (
    select
    from trades trade
    where trade.hash = new.trade_hash and trade.status in ('released', 'dispute_won_buyer', 'chargeback_started', 'chargeback_paid')
      and case new.giver_role when 'buyer' then (trade.buyer_id, trade.seller_id) else (trade.seller_id, trade.buyer_id) end
        = (new.giver_id, new.receiver_id)
      and trade.payment_method_id = new.payment_method_id and trade.crypto = new.crypto
      and new.counts = (trade.usd_cents >= 1000 or (tg_op = 'UPDATE' and old.counts))
  ) then return new; end if;
  raise exception 'this is no feedback of its trade' using errcode = 'check_violation';
end $$;
