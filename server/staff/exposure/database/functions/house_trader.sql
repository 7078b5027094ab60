-- The account that places orders of the operator: the one of the setting, if it is of neither the staff nor the demo, and may convert.
create or replace function house_trader() returns bigint
language sql stable set search_path = public, pg_temp as $$
  select person.id
  from users person
  where lower(person.username) = lower(nullif(setting_value('exposure.hedger') #>> '{}', ''))
    and not exists (select from user_roles granted where granted.user_id = person.id)
    and not exists (select from demo_robots robot where robot.user_id = person.id)
    and kept_from_converting(person.id) is null
$$;
revoke all on function house_trader() from public;
