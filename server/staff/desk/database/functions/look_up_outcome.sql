-- `noted`, `not_judge`, or `budget` where the looks of a day are spent. Locks the chain: looks are counted in turn.
create or replace function look_up_outcome(staff_id bigint, at timestamp with time zone) returns text
language plpgsql set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(7265004);
  return case
    when may_judge(look_up_outcome.staff_id) is not true then 'not_judge'
    when (
      select count(*)
      from staff_acts looked
      where looked.staff_id = look_up_outcome.staff_id and looked.act in ('person.look', 'person.look_missed')
        and looked.at > look_up_outcome.at - interval '1 day'
    ) >= coalesce((select (value #>> '{}')::int from settings where name = 'staff.look_ups_a_day'), 100) then 'budget'
    else 'noted'
  end;
end $$;
revoke all on function look_up_outcome(bigint,timestamp with time zone) from public;
