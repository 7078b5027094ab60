-- The code that the provider gave for an order that is open, sealed by a worker: a second answer adds nothing. One that was sold here before,
-- as airtime or as a gift card, is not kept: its buyer would pay for what is another's. Returns whether the order has its code.
create or replace function keep_top_up_pin(order_id bigint, code bytea, serial bytea, mark bytea, at timestamp with time zone) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  made provider_orders;
begin
  perform assert_now(at);
  select found.* into made from provider_orders found where found.id = order_id and found.product = 'top_up' for update;
  if made.status in ('submitted', 'unknown', 'mismatch') then
    insert into top_up_pins (quote_id, user_id, code_sealed, serial_sealed, mark, delivered_at)
    select made.quote_id, made.user_id, code, serial, mark, at
    where not exists (select from gift_cards card where card.code_mark = mark)
      and not exists (select from store_codes sold where sold.mark = keep_top_up_pin.mark)
    on conflict do nothing;
  end if;
  return exists (select from top_up_pins pin where pin.quote_id = made.quote_id and pin.mark = keep_top_up_pin.mark);
end $$;
revoke all on function keep_top_up_pin(bigint,bytea,bytea,bytea,timestamp with time zone) from public;
grant execute on function keep_top_up_pin(bigint,bytea,bytea,bytea,timestamp with time zone) to parley_worker;
