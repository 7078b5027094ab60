-- What is proved for an act about a restriction; null where these staff may not, or there is nothing to act about. `id` is a
-- username for one that is set, and else the number of the case.
create or replace function restriction_subject(kind text, staff_id bigint, id text, state text) returns text
language sql stable set search_path = public, pg_temp as $$
  select case
    when kind = 'restrict' then (
      select 'staff_restrict:' || person.id || ':' || restriction_subject.state
      from users person
      where lower(person.username) = lower(restriction_subject.id)
        and may_restrict(restriction_subject.staff_id, person.id, restriction_subject.state))
    when kind in ('lift_restriction', 'keep_restriction', 'allow_last_send_out') then (
      select 'staff_' || kind || ':' || standing.case_number
      from user_restrictions standing
      where standing.case_number = restriction_subject.id and standing.lifted_at is null
        and (standing.state = 'banned' or kind <> 'allow_last_send_out')
        and standing.set_by is distinct from restriction_subject.staff_id
        and may_restrict(restriction_subject.staff_id, standing.user_id, standing.state))
  end
$$;
revoke all on function restriction_subject(text,bigint,text,text) from public;
grant execute on function restriction_subject(text,bigint,text,text) to parley_signer;
