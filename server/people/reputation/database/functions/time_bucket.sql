-- The bucket of a time in seconds: e^(bucket / 20), so each is about five per cent wide.
create or replace function time_bucket(seconds integer) returns smallint
language sql immutable set search_path = public, pg_temp as $$
  select case when seconds is null then -1 else round(ln(greatest(seconds, 1)) * 20) end::smallint
$$;
revoke all on function time_bucket(integer) from public;
