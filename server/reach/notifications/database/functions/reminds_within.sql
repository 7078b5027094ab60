-- So long before, by a setting of so many of a unit.
create or replace function reminds_within(setting text, otherwise integer, unit text) returns interval
language sql stable set search_path = public, pg_temp as $$
  select coalesce((select (value #>> '{}')::int from settings where name = setting), otherwise) * ('1 ' || unit)::interval
$$;
revoke all on function reminds_within(text,integer,text) from public;
