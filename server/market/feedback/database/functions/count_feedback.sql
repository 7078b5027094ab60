-- By statement: `added` and `removed` are the rows as they are and were.
create or replace function count_feedback() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    perform move_feedback(array_agg(receiver_id), array_agg(rating), array_agg(1)) from added where counts;
  else
    perform move_feedback(array_agg(step.receiver_id), array_agg(step.rating), array_agg(step.by))
    from (
      select receiver_id, rating, 1 as by from added where counts
      union all
      select receiver_id, rating, -1 from removed where counts
    ) as step;
  end if;
  return null;
end $$;
revoke all on function count_feedback() from public;
