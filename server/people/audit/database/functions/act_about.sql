-- The subject of an act: the username, offer, trade or setting, which is first in its text.
create or replace function act_about(subject text) returns text
language sql immutable set search_path = public, pg_temp as $$
  select lower(substring(subject from '^[^:= ]+'))
$$;
