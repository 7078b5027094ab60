-- The next time at which a rule of this day of the month asks: in the morning, UTC.
create or replace function next_top_up_at(day integer, after timestamp with time zone) returns timestamp with time zone
language sql immutable set search_path = public, pg_temp as $$
  select case when this.month > after then this.month else this.month + interval '1 month' end
  from (select date_trunc('month', after, 'UTC') + make_interval(days => day - 1, hours => 9) as month) as this
$$;
revoke all on function next_top_up_at(integer,timestamp with time zone) from public;
