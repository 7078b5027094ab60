-- Money came for a purchase, once: it is booked and held. Returns the order as it is then.
create or replace function book_ramp_money(made provider_orders, said jsonb, at timestamp with time zone) returns provider_orders
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  credited constant bigint := (said ->> 'charged')::bigint;
begin
  if (credited > 0 and (said ->> 'delivered')::bigint > 0) is not true then raise exception 'no money came' using errcode = 'check_violation'; end if;
  perform post_one('ramp_received', made.hash, at, array[ramp_outside(made.provider)], array['house:USD:refunds'], array[credited]);
  update provider_orders set
    delivered_units = (said ->> 'delivered')::bigint, charged_units = credited, booked_units = credited,
    provider_ref = coalesce(left(said ->> 'providerRef', 100), provider_ref), ended_at = null, end_reason = null, is_watched = false,
    status = 'mismatch', version = version + 1
  where id = made.id returning * into made;
  update ramp_orders set
    received_at = coalesce((said ->> 'at')::timestamptz, at), received_currency = left(said ->> 'currency', 3),
    payer_match = coalesce(said ->> 'payerMatch', 'unknown'), payer_sealed = decode(said ->> 'payer', 'base64')
  where quote_id = made.quote_id;
  return made;
end $$;
revoke all on function book_ramp_money(provider_orders,jsonb,timestamp with time zone) from public;
