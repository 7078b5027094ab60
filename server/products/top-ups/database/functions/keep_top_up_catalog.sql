-- What the provider sells now: operators with their products. What it names no more is not sold. Returns how many operators it has.
create or replace function keep_top_up_catalog(provider text, operators jsonb, at timestamp with time zone) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  kept int;
begin
  perform assert_now(at);
  perform pg_advisory_xact_lock(7265054, hashtext(provider));
  insert into top_up_operators as known (provider, code, country, name, is_active, updated_at)
  select provider, one.code, one.country, one.name, true, at
  from jsonb_to_recordset(operators) as one (code text, country text, name text)
  on conflict on constraint top_up_operators_code_key do update
  set country = excluded.country, name = excluded.name, is_active = true, updated_at = excluded.updated_at;
  get diagnostics kept = row_count;
  insert into top_up_products as known (operator_id, code, local_currency, local_units, cost_cents, note, least_units, is_pin, is_active, updated_at)
  select operator.id, product.code, product.currency, product.units, product.cents, product.note, product.least,
         coalesce(product.pin, false), true, at
  from jsonb_to_recordset(operators) as one (code text, products jsonb)
  join top_up_operators operator on operator.provider = keep_top_up_catalog.provider and operator.code = one.code
  cross join lateral jsonb_to_recordset(one.products) as product (code text, currency text, units bigint, cents bigint, note text, least bigint,
    pin boolean)
  on conflict on constraint top_up_products_code_key do update
  set local_currency = excluded.local_currency, local_units = excluded.local_units, cost_cents = excluded.cost_cents, note = excluded.note,
      least_units = excluded.least_units, is_pin = excluded.is_pin, is_active = true, updated_at = excluded.updated_at;
  update top_up_products gone set is_active = false
  from top_up_operators operator
  where operator.id = gone.operator_id and operator.provider = keep_top_up_catalog.provider and gone.is_active and gone.updated_at < at;
  update top_up_operators gone set is_active = false
  where gone.provider = keep_top_up_catalog.provider and gone.is_active and gone.updated_at < at;
  return kept;
end $$;
revoke all on function keep_top_up_catalog(text,jsonb,timestamp with time zone) from public;
grant execute on function keep_top_up_catalog(text,jsonb,timestamp with time zone) to parley_worker;
