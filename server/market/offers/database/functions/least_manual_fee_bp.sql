create or replace function least_manual_fee_bp(method_id integer) returns integer
language sql stable security definer set search_path = public, pg_temp as $$
  select ceil(
    base_fee_bp(least_manual_fee_bp.method_id)
    * (setting_value('offers.manual_fee_least_share') #>> '{}')::numeric / 100)::int
$$;
revoke all on function least_manual_fee_bp(integer) from public;
grant execute on function least_manual_fee_bp(integer) to parley_web, parley_worker;
