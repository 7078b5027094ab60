-- Staff who looked for a person that there is not left no trace, and could ask about any number of emails. Such a look is an act of its
-- own in the chain, with what was looked for (of an email only its first letter and its domain), and is one of the looks of a day.
-- Owned by outward/staff.

create or replace function note_look_up(staff_id bigint, user_id bigint, reason text, at timestamptz, out outcome text)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform assert_now(at);
  if (char_length(reason) between 1 and 300
    and exists (select from users person where person.id = note_look_up.user_id)) is not true then
    raise exception 'nobody is looked up so' using errcode = 'check_violation';
  end if;
  outcome := look_up_outcome(staff_id, at);
  if outcome = 'noted' then
    perform add_staff_act(
      note_look_up.staff_id, 'person.look', (select username from users where id = note_look_up.user_id), reason,
      note_look_up.at);
  end if;
end $$;

create function note_missed_look(staff_id bigint, looked_for text, reason text, at timestamptz, out outcome text)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform assert_now(at);
  if (char_length(reason) between 1 and 400 and char_length(looked_for) between 1 and 120) is not true then
    raise exception 'nobody is looked for so' using errcode = 'check_violation';
  end if;
  outcome := look_up_outcome(staff_id, at);
  if outcome = 'noted' then
    perform add_staff_act(note_missed_look.staff_id, 'person.look_missed', looked_for, reason, note_missed_look.at);
  end if;
end $$;

-- `noted`, `not_judge`, or `budget` where the looks of a day are spent. Locks the chain: looks are counted in turn.
create function look_up_outcome(staff_id bigint, at timestamptz) returns text
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

drop index staff_acts_looks;
create index staff_acts_looks on staff_acts (staff_id, at) where act in ('person.look', 'person.look_missed');

revoke all on function note_missed_look(bigint, text, text, timestamptz), look_up_outcome(bigint, timestamptz) from public;
grant execute on function note_missed_look(bigint, text, text, timestamptz) to parley_web;
