-- `why` is the reason that the staff member who kept or lifted it gives to the user.
create or replace function tell_of_restriction(type text, standing user_restrictions, why text, at timestamp with time zone) returns void
language sql set search_path = public, pg_temp as $$
  insert into events (type, subject, payload, at)
  values (
    type, standing.user_id::text,
    jsonb_build_object(
      'detail', standing.state, 'caseNumber', standing.case_number,
      'reviewOn', case
        when type <> 'account.restriction_lifted' then to_char(standing.review_at at time zone 'UTC', 'YYYY-MM-DD') end,
      'why', why),
    at)
$$;
revoke all on function tell_of_restriction(text,user_restrictions,text,timestamp with time zone) from public;
