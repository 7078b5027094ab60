-- What the user wants done with money that is held: refund, or take for late money, which buys coins at the price of now, `lowest` at least.
-- The outcome: chosen; unknown; over where nothing is held or a refund is under way; price; stale; unavailable; on_hold, restricted; halted:<name>.
create or replace function choose_on_ramp(order_hash text, user_id bigint, choice text, lowest bigint, at timestamp with time zone) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  made  provider_orders;
  ramp  ramp_orders;
  quote product_quotes;
  coins bigint;
  stop  text;
begin
  perform assert_now(at);
  select found.* into made from provider_orders found
  where found.hash = order_hash and found.user_id = choose_on_ramp.user_id and found.product = 'on_ramp' for update;
  if made.id is null then return 'unknown'; end if;
  select found.* into ramp from ramp_orders found where found.quote_id = made.quote_id for update;
  if made.status <> 'mismatch' or ramp.refund_at is not null or (choice = 'take' and ramp.held_for <> 'late') then return 'over'; end if;
  if choice = 'refund' then
    perform ask_ramp_refund(made, at);
    return 'chosen';
  end if;
  select found.* into quote from product_quotes found where found.id = made.quote_id;
  coins := cents_in_coins(made.booked_units, made.currency, at);
  stop := case
    when coins is null then 'stale'
    when coins - ceil(coins::numeric * quote.fee_units / quote.units) < lowest then 'price'
    else coalesce('halted:' || standing_halt(array['on_ramp', 'ledger', 'coin_' || made.currency]), kept_from_converting(user_id)) end;
  if stop is not null then return stop; end if;
  return case when settle_on_ramp(made, coins, 'chosen', at) then 'chosen' else 'unavailable' end;
end $$;
revoke all on function choose_on_ramp(text,bigint,text,bigint,timestamp with time zone) from public;
grant execute on function choose_on_ramp(text,bigint,text,bigint,timestamp with time zone) to parley_web;
