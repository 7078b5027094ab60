-- An administrator says that an advice was followed outside of this market, or will not be. Outcomes: done; not_admin; over where it is not open.
create or replace function end_house_advice(hash text, status text, reason text, staff_id bigint, at timestamp with time zone, OUT outcome text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  advised house_advice;
begin
  perform assert_now(at);
  -- First the chain of acts, so that no role goes between this look and the end of the transaction.
  perform pg_advisory_xact_lock(7265004);
  if is_admin(staff_id) is not true then
    outcome := 'not_admin';
    return;
  end if;
  update house_advice one
  set status = end_house_advice.status, ended_at = at, ended_by = staff_id, ended_why = reason
  where one.hash = end_house_advice.hash and one.status = 'open' and end_house_advice.status in ('done', 'dismissed')
  returning one.* into advised;
  outcome := case when advised.id is null then 'over' else 'done' end;
  if advised.id is not null then
    perform add_staff_act(staff_id, 'exposure.' || status,
      format('%s: %s %s %s', hash, advised.side, trim_scale(advised.units / coin_units(advised.currency)), advised.currency), reason, at);
  end if;
end $$;
revoke all on function end_house_advice(text,text,text,bigint,timestamp with time zone) from public;
grant execute on function end_house_advice(text,text,text,bigint,timestamp with time zone) to parley_web;
