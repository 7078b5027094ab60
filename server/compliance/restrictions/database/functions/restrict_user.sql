-- Sets a state for a time, after which it is due for review. Outcomes: done; own; not_allowed; unchanged where it is set
-- already; unproved.
create or replace function restrict_user(case_number text, user_id bigint, state text, reason_code text, note text, review_days integer, staff_id bigint, at timestamp with time zone, OUT outcome text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  standing user_restrictions;
begin
  perform assert_now(at);
  if (case_number ~ '^[A-Za-z0-9]{10,32}$' and reason_code ~ '^[a-z_]{3,40}$' and char_length(note) between 1 and 1000
    and review_days between 1 and 365 and exists (select from users where users.id = user_id)
    and exists (select from restriction_rights allowed where allowed.state = restrict_user.state)) is not true then
    raise exception 'this is no restriction' using errcode = 'check_violation';
  end if;
  -- One at a time, with changes of roles: who may do it now may until this has committed.
  perform pg_advisory_xact_lock(7265004);
  outcome := case
    when staff_id = user_id then 'own'
    when may_restrict(staff_id, user_id, state) is not true then 'not_allowed'
    when exists (
      select
      from user_restrictions before
      where before.user_id = restrict_user.user_id and before.state = restrict_user.state and before.lifted_at is null
    ) then 'unchanged'
    when not exists (select from spend_proofs(array['staff_restrict:' || user_id || ':' || state], array[staff_id])) then 'unproved'
    else 'done'
  end;
  if outcome <> 'done' then
    return;
  end if;
  insert into user_restrictions (user_id, state, reason_code, case_number, review_at, since, set_by, note)
  values (user_id, state, reason_code, case_number, at + make_interval(days => review_days), at, staff_id, note)
  returning * into standing;
  perform add_staff_act(
    staff_id, 'restriction.set', staff_change_about(user_id, state), case_number || ': ' || reason_code || ': ' || note, at);
  perform tell_of_restriction('account.restricted', standing, null, at);
end $$;
revoke all on function restrict_user(text,bigint,text,text,text,integer,bigint,timestamp with time zone) from public;
grant execute on function restrict_user(text,bigint,text,text,text,integer,bigint,timestamp with time zone) to parley_web;
