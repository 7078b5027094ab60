-- Some letters of a username, as in lists of people who did not choose to be named there.
create or replace function masked_name(username text) returns text
language sql immutable as $$
  select left(username, 2) || '…' || right(username, 1)
$$;
