-- The company withdraws the name that waits, or gives up the approved one. False where there is none.
create or replace function withdraw_trading_name(user_id bigint, status text, at timestamp with time zone) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
begin
  perform assert_now(at);
  if (status in ('waiting', 'approved')) is not true then
    raise exception 'nothing is withdrawn so' using errcode = 'check_violation';
  end if;
  update trading_names one
  set status = 'withdrawn', ended_at = at
  where one.user_id = withdraw_trading_name.user_id and one.status = withdraw_trading_name.status;
  if not found then
    return false;
  end if;
  update users set trading_name = null
  where users.id = user_id and withdraw_trading_name.status = 'approved';
  return true;
end $$;
revoke all on function withdraw_trading_name(bigint,text,timestamp with time zone) from public;
grant execute on function withdraw_trading_name(bigint,text,timestamp with time zone) to parley_web;
