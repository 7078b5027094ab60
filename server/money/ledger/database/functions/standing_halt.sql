-- The first of these halts that is set, by name; null when none is.
create or replace function standing_halt(names text[]) returns text
language sql stable set search_path = public, pg_temp as $$
  select min(halt.name) from halts halt where halt.name = any (names)
$$;
revoke all on function standing_halt(text[]) from public;
