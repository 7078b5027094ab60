-- The username, offer, trade or setting that an act is about stands first.
create or replace function act_about(subject text) returns text
language sql immutable set search_path = public, pg_temp as $$
  select lower(substring(subject from '^[^:= ]+'))
$$;
