-- Gives back what is not signed. Locks the payments, then the send-outs. Outcomes by place, from 1: canceled, unknown,
-- under_way.
create or replace function cancel_send_outs(hashes text[], user_ids bigint[], at timestamp with time zone) returns TABLE(place integer, outcome text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  payment  chain_payments;
  sending  send_outs;
  outcomes text[] := '{}';
  answer   text;
begin
  perform assert_now(at);
  perform assert_lengths(cardinality(hashes), cardinality(user_ids));
  for number in 1 .. cardinality(hashes) loop
    select found.* into payment
    from chain_payments found
    where found.purpose = 'send_out' and found.subject = hashes[number]
    for update;
    select found.* into sending from send_outs found where found.hash = hashes[number] for update;
    if payment.id is null and exists (
      select from chain_payments found where found.purpose = 'send_out' and found.subject = hashes[number]
    ) then
      raise exception 'the send-out % was planned meanwhile', hashes[number] using errcode = 'serialization_failure';
    end if;
    answer := case
      when sending.user_id is distinct from user_ids[number] then 'unknown'
      when sending.status <> 'pending' or coalesce(payment.status, 'pending') <> 'pending' then 'under_way'
      when payment.asked_at > at - interval '10 minutes' then 'under_way'
      else (post_each(
        array['send_out_return'], array[sending.hash], at, array[1],
        array[held_account(sending.user_id, sending.currency)], array[available_account(sending.user_id, sending.currency)],
        array[sending.units + sending.fee_units]))[1]
    end;
    if answer in ('duplicate', 'insufficient') then
      raise exception 'the sum of the send-out % is not held', sending.hash using errcode = 'check_violation';
    end if;
    if answer = 'posted' then
      answer := 'canceled';
      update send_outs set status = 'cancelled', ended_at = cancel_send_outs.at where id = sending.id;
      if payment.id is not null then
        update chain_payments set status = 'cancelled', fault = 'cancelled by the sender', nonce = null where id = payment.id;
        insert into payment_moves (payment_id, verb, status, at) values (payment.id, 'cancel', 'cancelled', cancel_send_outs.at);
        update coins set payment_id = null where payment_id = payment.id and spent_txid is null;
      end if;
    end if;
    outcomes := outcomes || answer;
  end loop;
  return query select number, outcomes[number] from generate_series(1, cardinality(outcomes)) as number;
end $$;
revoke all on function cancel_send_outs(text[],bigint[],timestamp with time zone) from public;
grant execute on function cancel_send_outs(text[],bigint[],timestamp with time zone) to parley_web;
