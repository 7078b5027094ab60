-- Nothing leaves so long: what is asked for later, and what waits already.
create or replace function hold_recovered(user_id bigint, reason text, at timestamp with time zone, until timestamp with time zone) returns void
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_variable
begin
  insert into send_out_holds (user_id, reason, began_at, ends_at)
  values (user_id, reason, at, until);
  update send_outs waiting
  set due_at = greatest(waiting.due_at, until)
  where waiting.user_id = hold_recovered.user_id and waiting.status = 'pending'
    and not exists (
      select from chain_payments payment where payment.purpose = 'send_out' and payment.subject = waiting.hash);
end $$;
revoke all on function hold_recovered(bigint,text,timestamp with time zone,timestamp with time zone) from public;
