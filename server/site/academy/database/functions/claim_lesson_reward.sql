-- The reward of the partner program for a lesson that the person passed. The outcome: unfinished, or that of pay_lesson_reward.
create or replace function claim_lesson_reward(user_id bigint, lesson text, hash text, at timestamp with time zone)
returns TABLE(outcome text, units bigint)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
begin
  if exists (
    select
    from lesson_progress known
    where known.user_id = claim_lesson_reward.user_id and known.lesson = claim_lesson_reward.lesson and known.passed_at is not null
  ) then
    select paid.outcome, paid.units into outcome, units from pay_lesson_reward(user_id, lesson, hash, at) paid;
  else
    outcome := 'unfinished';
    units := 0;
  end if;
  return next;
end $$;
revoke all on function claim_lesson_reward(bigint,text,text,timestamp with time zone) from public;
grant execute on function claim_lesson_reward(bigint,text,text,timestamp with time zone) to parley_web;
