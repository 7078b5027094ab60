create or replace function with_hold(payload jsonb, setting text) returns jsonb
language sql stable set search_path = public, pg_temp as $$
  select with_hold.payload || jsonb_build_object('holdHours', (setting_value(with_hold.setting) #>> '{}')::int)
$$;
revoke all on function with_hold(jsonb,text) from public;
