create or replace function base_fee_bp(method_id integer) returns integer
language sql stable security definer set search_path = public, pg_temp as $$
  select case method.class
    when 'high' then (setting_value('offers.high_fee_bp') #>> '{}')::int
    else coalesce((setting_value('offers.fee_bp') ->> method.class)::int, 100)
  end
  from method_fees method
  where method.method_id = base_fee_bp.method_id
$$;
revoke all on function base_fee_bp(integer) from public;
grant execute on function base_fee_bp(integer) to parley_web, parley_worker;
