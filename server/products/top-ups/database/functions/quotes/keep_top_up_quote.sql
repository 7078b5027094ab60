-- What the provider charges at most, by the prices of now, with the fee. The outcome: quoted; unknown where it is not sold; amount where the
-- range does not have it; stale without a price.
create or replace function keep_top_up_quote(hash text, user_id bigint, product_id bigint, amount bigint, currency text, provider text, country text, phone_sealed bytea, phone_index bytea, at timestamp with time zone)
returns text
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  sold  record;
  units bigint;
  cents bigint;
  cost  bigint;
  fee   bigint;
  quote bigint;
begin
  select product.*, operator.provider, operator.country into sold
  from top_up_products product
  join top_up_operators operator on operator.id = product.operator_id
  where product.id = product_id and product.is_active and operator.is_active and operator.provider = keep_top_up_quote.provider
    and operator.country = keep_top_up_quote.country;
  if sold.id is null then return 'unknown'; end if;
  units := case when sold.least_units is null then sold.local_units else amount end;
  if (case when sold.least_units is null then coalesce(amount, units) = units else units between sold.least_units and sold.local_units end) is not true then
    return 'amount';
  end if;
  cents := ceil(sold.cost_cents::numeric * units / sold.local_units);
  cost := coins_for_cents(cents, currency, at);
  if cost is null then return 'stale'; end if;
  fee := ceil(cost * (setting_value('top_up.fee_bp') #>> '{}')::numeric / 10000);
  insert into product_quotes
    (hash, user_id, product, provider, country, currency, units, fee_units, got_currency, got_units, cost_currency, cost_units, created_at, expires_at)
  values
    (hash, user_id, 'top_up', provider, country, currency, cost + fee, fee, sold.local_currency, units, 'USD', cents,
     at, at + make_interval(secs => (setting_value('top_up.quote_sec') #>> '{}')::int))
  returning id into quote;
  insert into top_ups (quote_id, user_id, operator_id, product_id, phone_sealed, phone_index)
  values (quote, user_id, sold.operator_id, sold.id, phone_sealed, phone_index);
  return 'quoted';
end $$;
revoke all on function keep_top_up_quote(text,bigint,bigint,bigint,text,text,text,bytea,bytea,timestamp with time zone) from public;
