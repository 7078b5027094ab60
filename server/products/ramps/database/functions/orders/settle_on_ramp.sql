-- The money that came for a purchase buys so many coins, of which the user gets all but the fee's share. They come from the promise of this order, or where that was released
-- from what the operator has. False where it has too few.
create or replace function settle_on_ramp(made provider_orders, coins bigint, reason text, at timestamp with time zone) returns boolean
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  quote product_quotes;
  fee   bigint;
  house text;
  gets  constant text := available_account(made.user_id, made.currency);
begin
  select found.* into quote from product_quotes found where found.id = made.quote_id;
  fee := ceil(coins::numeric * quote.fee_units / quote.units);
  if coins <> made.units then perform release_on_ramp(made, at); end if;
  house := 'house:' || made.currency || case when exists (
    select from ramp_orders ramp where ramp.quote_id = made.quote_id and ramp.released_at is null) then ':promised' else ':inventory' end;
  if (post_each(
    array['ramp_bought'], array[made.hash], at, array_fill(1, array[case when fee = 0 then 2 else 3 end]),
    (array['house:USD:refunds', house, house])[1 : case when fee = 0 then 2 else 3 end],
    (array['house:USD:inventory', gets, 'house:' || made.currency || ':fees_ramp'])[1 : case when fee = 0 then 2 else 3 end],
    (array[made.booked_units, coins - fee, fee])[1 : case when fee = 0 then 2 else 3 end]))[1] <> 'posted' then
    return false;
  end if;
  update ramp_orders ramp set given_units = coins, released_at = coalesce(ramp.released_at, at) where ramp.quote_id = made.quote_id;
  update provider_orders
  set status = 'settled', ended_at = at, end_reason = reason, is_watched = false, version = version + 1
  where id = made.id;
  return true;
end $$;
revoke all on function settle_on_ramp(provider_orders,bigint,text,timestamp with time zone) from public;
