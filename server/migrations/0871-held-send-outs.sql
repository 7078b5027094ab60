-- Staff see which send-outs wait and why, and may stop one: nothing of it is signed, so its money goes back to its sender, who is
-- told. Owned by money/custody.

-- Why a pending send-out has not left: the first of these that is so. `next` is taken up at the next look.
create function send_out_waits_for(send_out_id bigint) returns text
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  sending send_outs;
  via     text;
begin
  select one.* into sending from send_outs one where one.id = send_out_waits_for.send_out_id;
  via := case sending.currency when 'BTC' then 'bitcoin' else 'ethereum' end;
  return case
    when standing_halt(array['money_out', 'ledger', 'coin_' || sending.currency, via || '_out']) is not null then 'halted'
    when kept_from_leaving(sending.user_id, sending.created_at) = 'on_hold' then 'reversed_deposit'
    when kept_from_leaving(sending.user_id, sending.created_at) is not null then 'restricted'
    when exists (
      select from chain_payments payment where payment.purpose = 'send_out' and payment.subject = sending.hash) then 'signer'
    when sending.due_at > market_now() then case
      when exists (
        select from send_out_holds hold
        where hold.user_id = sending.user_id and hold.ends_at = sending.due_at) then 'recovered'
      when exists (
        select from user_restrictions before
        where before.user_id = sending.user_id and before.since <= sending.created_at
          and coalesce(before.lifted_at > sending.created_at, true)) then 'restricted_wait'
      else 'new_address'
    end
    when sending.awaits_refill then 'refill'
    when not exists (select from wallet_rails rail where rail.chain = via and rail.is_available) then 'network'
    else 'next'
  end;
end $$;

-- Supermoderators and administrators.
create function may_stop_send_outs(staff_id bigint) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select may_judge(may_stop_send_outs.staff_id) and exists (
    select from user_roles granted
    where granted.user_id = may_stop_send_outs.staff_id and granted.role in ('supermoderator', 'admin'))
$$;

-- What is proved for a stop: by supermoderators and administrators, of somebody else's that waits. Null where there is none.
create function send_out_stop_subject(staff_id bigint, hash text) returns text
language sql stable set search_path = public, pg_temp as $$
  select 'staff_stop_send_out:' || waiting.hash
  from send_outs waiting
  where waiting.hash = send_out_stop_subject.hash and waiting.status = 'pending'
    and waiting.user_id <> send_out_stop_subject.staff_id and may_stop_send_outs(send_out_stop_subject.staff_id)
$$;

-- Gives a send-out back to its sender as they would themselves: what is signed, or is being signed, is under way. State, money, act
-- and event are of one transaction. Outcomes: stopped; not_allowed; unknown; own; under_way; unproved.
create function stop_send_out(hash text, why text, staff_id bigint, at timestamptz, out outcome text)
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

revoke all on function send_out_waits_for, send_out_stop_subject, may_stop_send_outs, stop_send_out from public;
grant execute on function send_out_waits_for, may_stop_send_outs, stop_send_out to parley_web;
grant execute on function send_out_stop_subject, may_stop_send_outs to parley_signer;
