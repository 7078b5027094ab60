-- Staff look a person up: who, whom and why goes into the chain before anything is shown. Outcomes: noted; not_judge; budget
-- where they have looked up as many as one may in a day.
create or replace function note_look_up(staff_id bigint, user_id bigint, reason text, at timestamp with time zone, OUT outcome text) returns text
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
revoke all on function note_look_up(bigint,bigint,text,timestamp with time zone) from public;
grant execute on function note_look_up(bigint,bigint,text,timestamp with time zone) to parley_web;
