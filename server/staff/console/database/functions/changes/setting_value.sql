-- As it counts: what is stored, or the default.
create or replace function setting_value(name text) returns jsonb
language sql stable set search_path = public, pg_temp as $$
  select coalesce(
    (select stored.value from settings stored where stored.name = setting_value.name and stored.value <> 'null'),
    (select rule.initial from setting_rules rule where rule.name = setting_value.name))
$$;
revoke all on function setting_value(text) from public;
grant execute on function setting_value(text) to parley_signer;
