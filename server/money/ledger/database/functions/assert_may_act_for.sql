-- A worker may act for robots of the demo only.
create or replace function assert_may_act_for(user_ids bigint[]) returns void
language plpgsql stable set search_path = public, pg_temp as $$
begin
  if session_user = 'parley_worker' and exists (
    select
    from unnest(user_ids) as person (id)
    where not exists (select from demo_robots robot where robot.user_id = person.id)
  ) then
    raise exception 'a worker acts for nobody but the robots of the demo' using errcode = 'insufficient_privilege';
  end if;
end $$;
revoke all on function assert_may_act_for(bigint[]) from public;
