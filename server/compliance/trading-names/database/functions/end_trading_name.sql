-- Staff refuse a trading name that waits, or take an approved one away. Outcomes: done; unknown; over; own; not_judge.
create or replace function end_trading_name(reference text, staff_id bigint, status text, reason text, why text, at timestamp with time zone, OUT outcome text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  asked trading_names;
begin
  perform assert_now(at);
  if (status in ('refused', 'removed') and char_length(why) <= 300) is not true then
    raise exception 'a trading name does not end so' using errcode = 'check_violation';
  end if;
  perform pg_advisory_xact_lock(7265004);
  select one.* into asked from trading_names one where one.reference = end_trading_name.reference for update;
  outcome := case
    when holds_right(staff_id, 'companies') is not true then 'not_judge'
    when asked.id is null then 'unknown'
    when asked.status <> case status when 'refused' then 'waiting' else 'approved' end then 'over'
    when asked.user_id = staff_id then 'own'
    else 'done'
  end;
  if outcome <> 'done' then
    return;
  end if;
  update trading_names one
  set status = end_trading_name.status, reason = end_trading_name.reason, ended_by = staff_id, ended_at = at
  where one.id = asked.id;
  update users set trading_name = null where users.id = asked.user_id and asked.status = 'approved';
  perform add_staff_act(
    staff_id, case status when 'refused' then 'trading_name.refuse' else 'trading_name.remove' end,
    staff_change_about(asked.user_id, asked.name),
    asked.reference || ': ' || reason || case when why = '' then '' else ', ' || why end, at);
  insert into events (type, subject, payload, at)
  values ('account.trading_name_' || status, asked.user_id::text, jsonb_build_object('detail', asked.name), at);
end $$;
revoke all on function end_trading_name(text,bigint,text,text,text,timestamp with time zone) from public;
grant execute on function end_trading_name(text,bigint,text,text,text,timestamp with time zone) to parley_web;
