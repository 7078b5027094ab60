-- Before this instant, by a setting of so many of a unit.
create or replace function kept_since(setting text, otherwise integer, unit text) returns timestamp with time zone
language sql stable set search_path = public, pg_temp as $$
  select market_now() - coalesce((select (value #>> '{}')::int from settings where name = setting), otherwise) * ('1 ' || unit)::interval
$$;
revoke all on function kept_since(text,integer,text) from public;
