-- Outcomes: done; unchanged; own; not_allowed for staff who may not restrict the user.
create or replace function block_trade_view(person bigint, is_blocked boolean, reason text, staff_id bigint, at timestamp with time zone, OUT outcome text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  closed_at timestamptz;
begin
  perform assert_now(at);
  if (char_length(reason) between 3 and 300) is not true then
    raise exception 'no trade is closed or opened without a reason' using errcode = 'check_violation';
  end if;
  perform pg_advisory_xact_lock(7265004);
  select users.trades_closed_at into closed_at from users where users.id = person for update;
  outcome := case
    when person = staff_id then 'own'
    when may_restrict(staff_id, person, 'restricted') is not true then 'not_allowed'
    when is_blocked = (closed_at is not null) then 'unchanged'
    else 'done'
  end;
  if outcome = 'done' then
    update users set trades_closed_at = case when is_blocked then at end where users.id = person;
    perform add_staff_act(
      staff_id, case when is_blocked then 'trades.close' else 'trades.open' end, staff_change_about(person, ''), reason, at);
  end if;
end $$;
revoke all on function block_trade_view(bigint,boolean,text,bigint,timestamp with time zone) from public;
grant execute on function block_trade_view(bigint,boolean,text,bigint,timestamp with time zone) to parley_web;
