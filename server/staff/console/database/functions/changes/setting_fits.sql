create or replace function setting_fits(detail text) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select case when pg_input_is_valid(detail_value(detail), 'jsonb') then exists (
    select
    from setting_rules rule
    where rule.name = detail_name(detail) and value_fits(rule.shape, detail_value(detail)::jsonb))
  else false end
$$;
revoke all on function setting_fits(text) from public;
grant execute on function setting_fits(text) to parley_signer;
