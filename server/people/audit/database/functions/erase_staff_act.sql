-- The act of an erasure keeps its text: without the number in it an erasure could not be distinguished from a deletion by hand.
create or replace function erase_staff_act(act_id bigint, reason text, at timestamp with time zone) returns boolean
language plpgsql set search_path = public, pg_temp as $$
begin
  update staff_acts
  set subject = '', reason = '', salt = null
  where staff_acts.id = erase_staff_act.act_id and salt is not null and act <> 'act.erase';
  if not found then
    return false;
  end if;
  perform add_staff_act(null, 'act.erase', act_id::text, erase_staff_act.reason, at);
  return true;
end $$;
revoke all on function erase_staff_act(bigint,text,timestamp with time zone) from public;
