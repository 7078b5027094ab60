-- Staff who may restrict the account remove a picture that breaks the rules. Outcomes: done; not_allowed; none.
create or replace function remove_avatar_by_staff(person bigint, staff_id bigint, reason text, at timestamp with time zone, OUT outcome text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
begin
  perform assert_now(at);
  if (char_length(reason) between 3 and 300) is not true then
    raise exception 'nothing is taken away without a reason' using errcode = 'check_violation';
  end if;
  perform pg_advisory_xact_lock(7265004);
  perform from users where users.id = person for update;
  outcome := case
    when may_restrict(staff_id, person, 'restricted') is not true then 'not_allowed'
    when not drop_avatar(person) then 'none'
    else 'done'
  end;
  if outcome = 'done' then
    perform add_staff_act(staff_id, 'avatar.remove', staff_change_about(person, ''), reason, at);
    insert into events (type, subject, payload, at)
    values ('account.avatar_removed', person::text, jsonb_build_object('detail', reason), at);
  end if;
end $$;
revoke all on function remove_avatar_by_staff(bigint,bigint,text,timestamp with time zone) from public;
grant execute on function remove_avatar_by_staff(bigint,bigint,text,timestamp with time zone) to parley_web;
