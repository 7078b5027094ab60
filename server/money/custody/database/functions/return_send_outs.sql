-- Gives back what could not even be planned: send-outs that failed and have no payment.
create or replace function return_send_outs(hashes text[], at timestamp with time zone) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  sending send_outs;
begin
  perform assert_now(at);
  for sending in
    select found.* from send_outs found where found.hash = any (hashes) order by found.id for update
  loop
    if sending.status <> 'failed' or exists (
      select from chain_payments payment where payment.purpose = 'send_out' and payment.subject = sending.hash
    ) then
      raise exception 'the send-out % may be on its way', sending.hash using errcode = 'check_violation';
    end if;
    perform post_one('send_out_return', sending.hash, at, array[held_account(sending.user_id, sending.currency)],
      array[available_account(sending.user_id, sending.currency)], array[sending.units + sending.fee_units]);
  end loop;
end $$;
revoke all on function return_send_outs(text[],timestamp with time zone) from public;
grant execute on function return_send_outs(text[],timestamp with time zone) to parley_chain;
