-- Prices a top-up for a user and keeps it for some seconds: what the provider charges at most, by the prices of now, with the fee. The
-- outcome: quoted; unknown where it is not sold, or to this number's country; stale without a price; restricted.
create or replace function quote_top_up(hash text, user_id bigint, product_id bigint, currency text, lookup text, at timestamp with time zone) returns TABLE(outcome text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  sold  record;
  asked top_up_lookups;
  cost  bigint;
  fee   bigint;
  quote bigint;
begin
  perform assert_now(at);
  select product.*, operator.provider, operator.country into sold
  from top_up_products product
  join top_up_operators operator on operator.id = product.operator_id
  where product.id = product_id and product.is_active and operator.is_active;
  select known.* into asked
  from top_up_lookups known
  where known.hash = lookup and known.user_id = quote_top_up.user_id and known.asked_at > at - interval '1 hour';
  if sold.id is null or asked.id is null or sold.country <> asked.country or sold.provider <> asked.provider then
    outcome := 'unknown';
    return next;
    return;
  end if;
  cost := coins_for_cents(sold.cost_cents, currency, at);
  fee := ceil(cost * (setting_value('top_up.fee_bp') #>> '{}')::numeric / 10000);
  outcome := case when cost is null then 'stale' else 'quoted' end;
  if outcome = 'quoted' then
    insert into product_quotes
      (hash, user_id, product, provider, country, currency, units, fee_units, got_currency, got_units, cost_currency, cost_units, created_at, expires_at)
    values
      (hash, user_id, 'top_up', sold.provider, sold.country, currency, cost + fee, fee, sold.local_currency, sold.local_units, 'USD', sold.cost_cents,
       at, at + make_interval(secs => (setting_value('top_up.quote_sec') #>> '{}')::int))
    returning id into quote;
    insert into top_ups (quote_id, user_id, operator_id, product_id, phone_sealed, phone_index)
    values (quote, user_id, sold.operator_id, sold.id, asked.phone_sealed, asked.phone_index);
  end if;
  return next;
end $$;
revoke all on function quote_top_up(text,bigint,bigint,text,text,timestamp with time zone) from public;
grant execute on function quote_top_up(text,bigint,bigint,text,text,timestamp with time zone) to parley_web;
