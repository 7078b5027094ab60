-- What staff do with cases and tickets, where the process that serves them says it; false, and nothing is written, where they may not judge.
create or replace function note_staff_act(staff_id bigint, act text, subject text, reason text, at timestamp with time zone) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform assert_now(at);
  if (note_staff_act.act ~ '^(dispute|support)\.[a-z_]+$') is not true then
    raise exception 'this is no act of theirs' using errcode = 'insufficient_privilege';
  end if;
  -- First the chain, so that no role goes between this look and the end of the transaction.
  perform pg_advisory_xact_lock(7265004);
  if not may_judge(note_staff_act.staff_id) then
    return false;
  end if;
  perform add_staff_act(note_staff_act.staff_id, note_staff_act.act, note_staff_act.subject, note_staff_act.reason, note_staff_act.at);
  return true;
end $$;
revoke all on function note_staff_act(bigint,text,text,text,timestamp with time zone) from public;
grant execute on function note_staff_act(bigint,text,text,text,timestamp with time zone) to parley_web;
