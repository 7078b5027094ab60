create or replace function part_name(parent text, begins timestamp with time zone) returns text
language sql immutable as $$
  select parent || '_' || to_char(begins at time zone 'UTC', 'YYYYMMDD')
$$;
revoke all on function part_name(text,timestamp with time zone) from public;
