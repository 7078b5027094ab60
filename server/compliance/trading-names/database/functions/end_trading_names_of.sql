-- A company that is not verified any more has no trading name: verified again, it may be another company.
create or replace function end_trading_names_of() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.trading_name := null;
  update trading_names one
  set status = 'ended', ended_at = market_now()
  where one.user_id = new.id and one.status in ('waiting', 'approved');
  return new;
end $$;
revoke all on function end_trading_names_of() from public;
