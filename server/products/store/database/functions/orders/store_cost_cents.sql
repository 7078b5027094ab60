-- What a card of this value costs at most, in cents; null where the product has no such card or is not sold.
create or replace function store_cost_cents(product store_products, face bigint) returns bigint
language sql immutable set search_path = public, pg_temp as $$
  select case
    when ((product).is_active and (product).is_in_stock) is not true then null
    when (product).kind = 'fixed' then (product).costs[array_position((product).amounts, face)]
    when face between (product).min_units and (product).max_units
      then ceil(face::numeric * (product).max_cost_cents / (product).max_units)::bigint
  end
$$;
revoke all on function store_cost_cents(store_products,bigint) from public;
grant execute on function store_cost_cents(store_products,bigint) to parley_web;
