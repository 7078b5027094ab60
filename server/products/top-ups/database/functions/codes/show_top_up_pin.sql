-- Its owner looks at the code of a delivered order: the first time is written, and the answer is repeated for two minutes. The outcome: shown,
-- unknown, shown_before.
create or replace function show_top_up_pin(user_id bigint, order_hash text, at timestamp with time zone)
returns TABLE(outcome text, quote_id bigint, code_sealed bytea, serial_sealed bytea, seen_at timestamp with time zone)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  pin top_up_pins;
begin
  perform assert_now(at);
  perform assert_may_act_for(array[user_id]);
  select own.* into pin
  from top_up_pins own
  join provider_orders made on made.quote_id = own.quote_id
  where made.hash = order_hash and own.user_id = show_top_up_pin.user_id and made.status = 'settled'
  for update of own;
  outcome := case
    when pin.quote_id is null or pin.code_sealed is null then 'unknown'
    when pin.first_seen_at < at - interval '2 minutes' then 'shown_before'
    else 'shown' end;
  if outcome = 'shown' then
    update top_up_pins own
    set first_seen_at = coalesce(own.first_seen_at, at)
    where own.quote_id = pin.quote_id
    returning own.quote_id, own.code_sealed, own.serial_sealed, own.first_seen_at into quote_id, code_sealed, serial_sealed, seen_at;
  end if;
  return next;
end $$;
revoke all on function show_top_up_pin(bigint,text,timestamp with time zone) from public;
grant execute on function show_top_up_pin(bigint,text,timestamp with time zone) to parley_web;
