-- Where the part of a moment begins: on a Monday (of weeks) or at midnight (of days), UTC.
create or replace function part_begin(at timestamp with time zone, days integer) returns timestamp with time zone
language sql immutable as $$
  select date_bin(make_interval(days => days), at, '2001-01-01 00:00:00+00')
$$;
revoke all on function part_begin(timestamp with time zone,integer) from public;
