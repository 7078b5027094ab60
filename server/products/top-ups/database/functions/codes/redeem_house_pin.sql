-- On a phone of the demo's telephone company: a code tops it up, once. The outcome: redeemed, unknown, used.
create or replace function redeem_house_pin(mark bytea, at timestamp with time zone) returns TABLE(outcome text, currency text, units bigint)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  pin  house_telco_pins;
begin
  perform assert_now(at);
  select one.* into pin from house_telco_pins one where one.mark = redeem_house_pin.mark for update;
  outcome := case when pin.reference is null then 'unknown' when pin.redeemed_at is not null then 'used' else 'redeemed' end;
  if outcome = 'redeemed' then
    update house_telco_pins one set redeemed_at = at where one.reference = pin.reference;
    select made.currency, made.delivered_units into currency, units from house_telco_top_ups made where made.reference = pin.reference;
  end if;
  return next;
end $$;
revoke all on function redeem_house_pin(bytea,timestamp with time zone) from public;
grant execute on function redeem_house_pin(bytea,timestamp with time zone) to parley_web;
