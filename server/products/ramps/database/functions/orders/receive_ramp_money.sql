-- Money came for a purchase, once: it is booked, and buys coins where sum, currency, payer and time are right. Late money buys at the price of now where
-- that is not worse by more than a hundredth. Anything else is held for the user or the staff, and no coins move.
create or replace function receive_ramp_money(made provider_orders, said jsonb, at timestamp with time zone) returns void
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  quote    product_quotes;
  ramp     ramp_orders;
  credited constant bigint := (said ->> 'charged')::bigint;
  came_at  constant timestamptz := coalesce((said ->> 'at')::timestamptz, at);
  is_late  boolean;
  fault    text;
  coins    bigint := made.units;
begin
  select found.* into quote from product_quotes found where found.id = made.quote_id;
  select found.* into ramp from ramp_orders found where found.quote_id = made.quote_id for update;
  is_late := came_at > ramp.window_until;
  fault := case
    when (said ->> 'currency' = quote.got_currency) is not true then 'currency'
    -- The provider's price may move by a hundredth while money is under way; what it says beyond bounds buys nothing by itself.
    when (said ->> 'delivered')::bigint <> quote.got_units or credited * 100 not between quote.cost_units * 99 and quote.cost_units * 105 then 'amount'
    when (said ->> 'payerMatch' = 'same') is not true and not (said ->> 'payerMatch' = 'unknown' and is_known_wallet(made.quote_id, made.provider)) then 'name' end;
  made := book_ramp_money(made, said, at);
  if fault is null and is_late then
    perform release_on_ramp(made, at);
    coins := cents_in_coins(credited, made.currency, at);
    if (coins * 100 >= made.units * 99) is not true then fault := 'late'; end if;
  end if;
  if fault is null and settle_on_ramp(made, coins, 'delivered', at) then return; end if;
  perform release_on_ramp(made, at);
  update ramp_orders set held_for = coalesce(fault, 'late') where quote_id = made.quote_id;
  update provider_orders set case_at = at, case_reason = coalesce(fault, 'late') where id = made.id;
end $$;
revoke all on function receive_ramp_money(provider_orders,jsonb,timestamp with time zone) from public;
