-- Takes a quote, once: the sum goes to the user's account `ordered`, with the row of the order. One at a time of a provider, so that
-- limits hold. The outcome: reserved, or taken, expired, price where the coin fell since, on_hold, restricted, held, paused, user_limit,
-- provider_limit, unavailable, level:… (see level_obstacle), unproved, insufficient, halted:<name>. `is_of_several`: the caller takes one proof for several quotes.
create or replace function reserve_provider_order(order_hash text, external_ref uuid, quote product_quotes, is_of_several boolean, at timestamp with time zone) returns text
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  answer text;
begin
  perform pg_advisory_xact_lock(7265050, hashtext(quote.provider || ':' || quote.product));
  answer := case
    when exists (select from provider_orders made where made.quote_id = quote.id) then 'taken'
    when quote.expires_at <= at then 'expired'
    when (coins_for_cents(quote.cost_units, quote.currency, at) <= quote.units) is not true then 'price'
    else coalesce(
      'halted:' || standing_halt(array['money_out', quote.product, 'ledger', 'coin_' || quote.currency]),
      kept_from_ordering(quote.user_id),
      provider_obstacle(quote, at),
      level_obstacle(quote.user_id, quote.cost_units, at),
      case when not is_of_several and not exists (
        select from spend_proofs(array['provider_order:' || quote.hash], array[quote.user_id])
      ) then 'unproved' end)
  end;
  if answer is not null then return answer; end if;
  answer := (post_each(
    array[order_journal(quote.product, 'reserved')], array[order_hash], at, array[1],
    array[available_account(quote.user_id, quote.currency)], array[ordered_account(quote.user_id, quote.currency)],
    array[quote.units]))[1];
  if answer = 'duplicate' then raise exception 'this order was reserved before' using errcode = 'unique_violation'; end if;
  if answer <> 'posted' then return answer; end if;
  insert into provider_orders
    (hash, external_ref, quote_id, user_id, product, provider, country, currency, units, created_at, ask_at)
  values
    (order_hash, external_ref, quote.id, quote.user_id, quote.product, quote.provider, quote.country, quote.currency,
     quote.units, at, at);
  return 'reserved';
end $$;
revoke all on function reserve_provider_order(text,uuid,product_quotes,boolean,timestamp with time zone) from public;
