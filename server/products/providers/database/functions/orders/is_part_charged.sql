-- A part of the gift cards of a line, for which the provider charged no more than their part of the price: what is missing will not come.
create or replace function is_part_charged(made provider_orders, quote product_quotes, said jsonb) returns boolean
language sql immutable as $$
  select coalesce(made.product = 'store' and said ->> 'repeated' is distinct from 'true' and said ->> 'currency' = quote.got_currency
    and (said ->> 'delivered')::bigint between 1 and quote.got_units - 1
    and (said ->> 'charged')::bigint between 0 and ceil(quote.cost_units::numeric * (said ->> 'delivered')::bigint / quote.got_units), false)
$$;
revoke all on function is_part_charged(provider_orders,product_quotes,jsonb) from public;
