-- The first of these halts that stands, by name; null when none does.
create or replace function standing_halt(names text[]) returns text
language sql stable set search_path = public, pg_temp as $$
  select min(halt.name) from halts halt where halt.name = any (names)
$$;
revoke all on function standing_halt(text[]) from public;
