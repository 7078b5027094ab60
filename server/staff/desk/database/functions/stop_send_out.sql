-- Gives a send-out back to its sender as they would themselves: what is signed, or is being signed, is under way. State, money, act
-- and event are of one transaction. Outcomes: stopped; not_allowed; unknown; own; under_way; unproved.
create or replace function stop_send_out(hash text, why text, staff_id bigint, at timestamp with time zone, OUT outcome text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  sending send_outs;
  digits  int;
begin
  perform assert_now(at);
  if (char_length(why) between 3 and 300) is not true then
    raise exception 'a send-out is stopped for a reason' using errcode = 'check_violation';
  end if;
  perform pg_advisory_xact_lock(7265004);
  select found.* into sending from send_outs found where found.hash = stop_send_out.hash;
  outcome := case
    when may_stop_send_outs(stop_send_out.staff_id) is not true then 'not_allowed'
    when sending.id is null then 'unknown'
    when sending.user_id = stop_send_out.staff_id then 'own'
    when sending.status <> 'pending' then 'under_way'
    when not exists (
      select from spend_proofs(
        array[send_out_stop_subject(stop_send_out.staff_id, stop_send_out.hash)], array[stop_send_out.staff_id])) then 'unproved'
  end;
  if outcome is not null then
    return;
  end if;
  -- Locks it, and looks again.
  select canceled.outcome into strict outcome
  from cancel_send_outs(array[sending.hash], array[sending.user_id], stop_send_out.at) as canceled;
  if outcome <> 'canceled' then
    return;
  end if;
  outcome := 'stopped';
  update send_outs set reason = 'stopped_by_staff' where id = sending.id;
  update chain_payments set fault = 'stopped by staff' where purpose = 'send_out' and subject = sending.hash;
  perform add_staff_act(
    stop_send_out.staff_id, 'send_out.stop', staff_change_about(sending.user_id, sending.hash), why, stop_send_out.at);
  digits := case sending.currency when 'BTC' then 8 when 'ETH' then 9 else 6 end;
  insert into events (type, subject, payload, at)
  values (
    'account.send_out_stopped', sending.user_id::text,
    jsonb_build_object(
      'detail', trim_scale(sending.units / 10 ^ digits::numeric) || ' ' || sending.currency, 'stopWhy', why),
    stop_send_out.at);
end $$;
revoke all on function stop_send_out(text,text,bigint,timestamp with time zone) from public;
grant execute on function stop_send_out(text,text,bigint,timestamp with time zone) to parley_web;
