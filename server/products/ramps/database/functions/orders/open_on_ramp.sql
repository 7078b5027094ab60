-- Takes a quote of a purchase, once: the operator's coins are promised to it before anybody pays. One at a time of a provider, so that limits
-- hold. The outcome: opened, or unknown, taken, expired, price where the coin rose since, many, on_hold, restricted, paused, user_limit,
-- provider_limit, level:… (see level_obstacle), unavailable where the operator has too few coins, halted:<name>.
create or replace function open_on_ramp(order_hash text, external_ref uuid, quote_hash text, user_id bigint, at timestamp with time zone) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  quote  product_quotes;
  answer text;
begin
  perform assert_now(at);
  select found.* into quote from product_quotes found
  where found.hash = quote_hash and found.user_id = open_on_ramp.user_id and found.product = 'on_ramp'
  for update;
  if quote.id is null then return 'unknown'; end if;
  perform pg_advisory_xact_lock(7265050, hashtext(quote.provider || ':' || quote.product));
  answer := case
    when exists (select from provider_orders made where made.quote_id = quote.id) then 'taken'
    when quote.expires_at <= at then 'expired'
    when (cents_in_coins(quote.cost_units, quote.currency, at) * 100 >= quote.units * 99) is not true then 'price'
    when (select count(*) from provider_orders made join ramp_orders ramp on ramp.quote_id = made.quote_id
      where made.user_id = quote.user_id and made.product = 'on_ramp' and made.ended_at is null and ramp.released_at is null) >= 3 then 'many'
    else coalesce(
      'halted:' || standing_halt(array['on_ramp', 'ledger', 'coin_' || quote.currency]),
      kept_from_converting(quote.user_id),
      case when exists (
        select from user_restrictions standing where standing.user_id = quote.user_id and standing.lifted_at is null) then 'restricted' end,
      provider_obstacle(quote, at),
      level_obstacle(quote.user_id, quote.cost_units, at)) end;
  if answer is not null then return answer; end if;
  answer := (post_each(
    array['ramp_promise'], array[order_hash], at, array[1], array['house:' || quote.currency || ':inventory'],
    array['house:' || quote.currency || ':promised'], array[quote.units]))[1];
  if answer = 'duplicate' then raise exception 'this order was opened before' using errcode = 'unique_violation'; end if;
  if answer <> 'posted' then return 'unavailable'; end if;
  insert into provider_orders
    (hash, external_ref, quote_id, user_id, product, provider, country, currency, units, created_at, ask_at)
  values
    (order_hash, external_ref, quote.id, quote.user_id, quote.product, quote.provider, quote.country, quote.currency, quote.units, at, at);
  update ramp_orders ramp
  set window_until = at + make_interval(mins => (setting_value(case when ramp.reference is null then 'ramp.prompt_minutes' else 'ramp.window_minutes' end) #>> '{}')::int)
  where ramp.quote_id = quote.id;
  return 'opened';
end $$;
revoke all on function open_on_ramp(text,uuid,text,bigint,timestamp with time zone) from public;
grant execute on function open_on_ramp(text,uuid,text,bigint,timestamp with time zone) to parley_web;
