create or replace function move_feedback(receivers bigint[], ratings integer[], steps integer[]) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  insert into user_reputation (user_id)
  select distinct receiver
  from unnest(receivers) as receiver
  order by receiver
  on conflict do nothing;
  update user_reputation
  set feedback_positive = feedback_positive + moved.positive, feedback_negative = feedback_negative + moved.negative
  from (
    select one.receiver, sum(one.step * (one.rating = 1)::int) as positive, sum(one.step * (one.rating = -1)::int) as negative
    from unnest(receivers, ratings, steps) as one (receiver, rating, step)
    group by one.receiver
  ) as moved
  where user_reputation.user_id = moved.receiver and (moved.positive <> 0 or moved.negative <> 0);
end $$;
revoke all on function move_feedback(bigint[],integer[],integer[]) from public;
