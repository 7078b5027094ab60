-- Money that was held for a purchase went back to where it came from.
create or replace function return_ramp_money(made provider_orders, at timestamp with time zone) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  perform post_one('ramp_refunded', made.hash, at, array['house:USD:refunds'], array[ramp_outside(made.provider)], array[made.booked_units]);
  update provider_orders
  set status = 'returned', ended_at = at, end_reason = 'refunded', booked_units = 0, is_watched = false, version = version + 1 where id = made.id;
end $$;
revoke all on function return_ramp_money(provider_orders,timestamp with time zone) from public;
