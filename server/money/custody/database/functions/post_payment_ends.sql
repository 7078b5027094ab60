-- Posts the ends of payments, by their rows. A settled send-out leaves with the network fee, and the rest of its fee
-- goes to the operator. One that its block refused is returned without the fee. One that was not signed, or that
-- another transaction replaced, is returned whole. The operator pays the gas of tokens and of its own transfers.
create or replace function post_payment_ends(ids bigint[], at timestamp with time zone) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  payment   chain_payments;
  sending   send_outs;
  held      text;
  chain     text;
  fees      text;
  network   bigint;
begin
  perform assert_now(at);
  for payment in
    select found.* from chain_payments found where found.id = any (ids) order by found.id for update
  loop
    if payment.status not in ('completed', 'failed') then
      raise exception 'the payment % has not ended', payment.id using errcode = 'check_violation';
    end if;
    -- The operator's, where what is sent is a token or stays ours.
    if payment.currency = 'USDT' or payment.purpose <> 'send_out' then
      perform post_gas(payment, at);
      network := 0;
    else
      network := coalesce(ceil(payment.fee_paid / case payment.currency when 'ETH' then 1000000000 else 1 end), 0);
    end if;
    continue when payment.purpose <> 'send_out';

    select found.* into strict sending from send_outs found where found.hash = payment.subject for update;
    if sending.status <> payment.status or sending.currency <> payment.currency then
      raise exception 'the send-out % did not go its payment''s way', sending.hash using errcode = 'check_violation';
    end if;
    if network > sending.fee_units then
      raise exception 'the network took more than the fee of %', sending.hash using errcode = 'check_violation';
    end if;
    held := held_account(sending.user_id, sending.currency);
    chain := 'outside:' || sending.currency || ':chain';
    fees := 'house:' || sending.currency || ':fees';
    if exists (
      select
      from journals journal
      where journal.subject = sending.hash and journal.kind in ('send_out_settle', 'send_out_fee', 'send_out_return')
    ) then
      raise exception 'the send-out % left or came back before', sending.hash using errcode = 'unique_violation';
    end if;
    if payment.status = 'completed' then
      perform post_one('send_out_settle', sending.hash, at, array[held, held], array[chain, fees],
        array[sending.units + network, sending.fee_units - network]);
    elsif payment.outcome = 'reverted' then
      perform post_one('send_out_fee', sending.hash, at, array[held, held], array[chain, fees],
        array[network, sending.fee_units - network]);
      perform post_one('send_out_return', sending.hash, at, array[held],
        array[available_account(sending.user_id, sending.currency)], array[sending.units]);
    else
      perform post_one('send_out_return', sending.hash, at, array[held],
        array[available_account(sending.user_id, sending.currency)], array[sending.units + sending.fee_units]);
    end if;
  end loop;
end $$;
revoke all on function post_payment_ends(bigint[],timestamp with time zone) from public;
grant execute on function post_payment_ends(bigint[],timestamp with time zone) to parley_chain;
