-- Ends a restriction with its open appeal. The caller holds the lock of the staff log, and writes into it.
create or replace function end_restriction(standing user_restrictions, why text, staff_id bigint, at timestamp with time zone) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  update user_restrictions
  set lifted_at = end_restriction.at, lifted_by = end_restriction.staff_id, lifted_why = why
  where id = standing.id;
  update restriction_appeals appeal
  set outcome = 'lifted', decided_by = end_restriction.staff_id, decided_at = end_restriction.at, answer = why
  where appeal.restriction_id = standing.id and appeal.outcome is null;
  perform tell_of_restriction('account.restriction_lifted', standing, why, end_restriction.at);
end $$;
revoke all on function end_restriction(user_restrictions,text,bigint,timestamp with time zone) from public;
