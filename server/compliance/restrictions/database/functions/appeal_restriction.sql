-- The restricted user appeals, once. Outcomes: done; unknown where it is not theirs; over; appealed before.
create or replace function appeal_restriction(case_number text, user_id bigint, words text, at timestamp with time zone, OUT outcome text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  standing user_restrictions;
begin
  perform assert_now(at);
  select one.* into standing
  from user_restrictions one
  where one.case_number = appeal_restriction.case_number and one.user_id = appeal_restriction.user_id
  for update;
  outcome := case
    when standing.id is null then 'unknown'
    when standing.lifted_at is not null then 'over'
    when exists (select from restriction_appeals appeal where appeal.restriction_id = standing.id) then 'appealed'
    else 'done'
  end;
  if outcome = 'done' then
    insert into restriction_appeals (restriction_id, words, written_at)
    values (standing.id, appeal_restriction.words, appeal_restriction.at);
  end if;
end $$;
revoke all on function appeal_restriction(text,bigint,text,timestamp with time zone) from public;
grant execute on function appeal_restriction(text,bigint,text,timestamp with time zone) to parley_web;
