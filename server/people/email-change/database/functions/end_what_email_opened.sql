-- What the address opened ends: sessions but this one, proofs, codes and links to a new password. Nothing leaves for so long, and what
-- waits waits as long.
create or replace function end_what_email_opened(user_id bigint, session_id bigint, hours integer) returns void
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  at    timestamptz := market_now();
  until timestamptz := at + make_interval(hours => hours);
  ended bigint;
begin
  for ended in
    update sessions
    set ended_at = at
    where sessions.user_id = end_what_email_opened.user_id and ended_at is null and id is distinct from session_id
    returning id
  loop
    perform ring('live_end', ended::text);
  end loop;
  update proofs
  set expires_at = least(expires_at, at)
  where proofs.user_id = end_what_email_opened.user_id and spent_at is null;
  delete from password_resets reset
  where reset.user_id = end_what_email_opened.user_id;
  insert into send_out_holds (user_id, reason, began_at, ends_at)
  values (user_id, 'new_email', at, until);
  update send_outs waiting
  set due_at = greatest(waiting.due_at, until)
  where waiting.user_id = end_what_email_opened.user_id and waiting.status = 'pending'
    and not exists (
      select from chain_payments payment where payment.purpose = 'send_out' and payment.subject = waiting.hash);
end $$;
revoke all on function end_what_email_opened(bigint,bigint,integer) from public;
