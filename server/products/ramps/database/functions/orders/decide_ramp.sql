-- Two of the staff have decided about a purchase, or about a sale that came back: see decide_provider_order. Coins are those that the money buys now, and
-- no more than the order's price gave for it.
create or replace function decide_ramp(made provider_orders, decision text, at timestamp with time zone) returns boolean
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  quote product_quotes;
  back  bigint;
begin
  select found.* into quote from product_quotes found where found.id = made.quote_id;
  if made.product = 'off_ramp' then
    select ramp.back_units into back from ramp_orders ramp where ramp.quote_id = made.quote_id;
    back := least(cents_in_coins(back, made.currency, at), made.units - quote.fee_units);
    if (post_each(array['ramp_return_late'], array[made.hash], at, array[1], array['house:' || made.currency || ':inventory'],
      array[available_account(made.user_id, made.currency)], array[back]))[1] <> 'posted' then return false; end if;
    update provider_orders set status = 'returned', ended_at = at, end_reason = 'came_back', version = version + 1 where id = made.id;
  elsif made.booked_units = 0 and decision = 'settle' then
    -- They saw the money at a provider that could not say so.
    made := book_ramp_money(made, jsonb_build_object('currency', quote.got_currency, 'delivered', quote.got_units, 'charged', quote.cost_units), at);
    if not settle_on_ramp(made, least(cents_in_coins(made.booked_units, made.currency, at), made.units), 'staff', at) then
      perform release_on_ramp(made, at);
      update ramp_orders ramp set held_for = 'late' where ramp.quote_id = made.quote_id;
    end if;
  elsif made.booked_units = 0 then
    perform end_on_ramp(made, 'staff', at);
  elsif decision = 'settle' then
    return settle_on_ramp(made, least(
      cents_in_coins(made.booked_units, made.currency, at), floor(made.units::numeric * made.booked_units / quote.cost_units)::bigint), 'staff', at);
  elsif moves_by_hand(made.provider) then
    -- They sent it back.
    perform return_ramp_money(made, at);
  else
    perform ask_ramp_refund(made, at);
  end if;
  return true;
end $$;
revoke all on function decide_ramp(provider_orders,text,timestamp with time zone) from public;
