-- What the provider sells now. What it names no more is not sold. Returns how many products it has.
create or replace function keep_store_catalog(provider text, products jsonb, at timestamp with time zone) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  kept int;
begin
  perform assert_now(at);
  perform pg_advisory_xact_lock(7265055, hashtext(provider));
  insert into store_products as known
    (provider, code, brand, name, country, currency, category, kind, amounts, costs, min_units, max_units, max_cost_cents, redeem, method_id,
     is_in_stock, is_active, updated_at)
  select provider, one.code, one.brand, one.name, one.country, one.currency, one.category, one.kind, coalesce(one.amounts, '{}'),
         coalesce(one.costs, '{}'), one.min_units, one.max_units, one.max_cost_cents, one.redeem, one.method_id, one.is_in_stock, true, at
  from jsonb_to_recordset(products) as one (code text, brand text, name text, country text, currency text, category text, kind text,
    amounts bigint[], costs bigint[], min_units bigint, max_units bigint, max_cost_cents bigint, redeem jsonb, method_id int, is_in_stock boolean)
  on conflict on constraint store_products_code_key do update
  set brand = excluded.brand, name = excluded.name, country = excluded.country, currency = excluded.currency, category = excluded.category,
      kind = excluded.kind, amounts = excluded.amounts, costs = excluded.costs, min_units = excluded.min_units, max_units = excluded.max_units,
      max_cost_cents = excluded.max_cost_cents, redeem = excluded.redeem, method_id = excluded.method_id, is_in_stock = excluded.is_in_stock,
      is_active = true, updated_at = excluded.updated_at;
  get diagnostics kept = row_count;
  update store_products gone
  set is_active = false
  where gone.provider = keep_store_catalog.provider and gone.is_active and gone.updated_at < at;
  return kept;
end $$;
revoke all on function keep_store_catalog(text,jsonb,timestamp with time zone) from public;
grant execute on function keep_store_catalog(text,jsonb,timestamp with time zone) to parley_worker;
