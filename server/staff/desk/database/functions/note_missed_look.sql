create or replace function note_missed_look(staff_id bigint, looked_for text, reason text, at timestamp with time zone, OUT outcome text) returns text
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
revoke all on function note_missed_look(bigint,text,text,timestamp with time zone) from public;
grant execute on function note_missed_look(bigint,text,text,timestamp with time zone) to parley_web;
