-- The payee's bank sent a payout back after it was settled: the money is booked, once, and staff have a case. Nothing is credited to the user here.
create or replace function book_ramp_return(made provider_orders, cents bigint, at timestamp with time zone) returns void
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_variable
begin
  if cents <= 0 or cents > made.charged_units then raise exception 'no such sum was paid' using errcode = 'check_violation'; end if;
  update ramp_orders ramp set back_units = cents where ramp.quote_id = made.quote_id and ramp.back_units is null;
  if not found then return; end if;
  perform post_one('ramp_came_back', made.hash, at, array['outside:USD:bank'], array['house:USD:inventory'], array[cents]);
  update provider_orders
  set booked_units = booked_units + cents, case_at = at, case_reason = 'came_back', version = version + 1
  where id = made.id;
end $$;
revoke all on function book_ramp_return(provider_orders,bigint,timestamp with time zone) from public;
