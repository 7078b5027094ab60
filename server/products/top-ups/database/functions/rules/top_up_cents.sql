-- What the user pays for a top-up, in cents of a dollar, fee included.
create or replace function top_up_cents(product top_up_products, units bigint) returns bigint
language sql stable set search_path = public, pg_temp as $$
  select ceil(ceil(product.cost_cents::numeric * coalesce(units, product.local_units) / product.local_units)
    * (10000 + (setting_value('top_up.fee_bp') #>> '{}')::numeric) / 10000)::bigint
$$;
revoke all on function top_up_cents(top_up_products,bigint) from public;
