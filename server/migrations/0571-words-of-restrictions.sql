-- What a person is told of a restriction was one English sentence made by the database. It says the parts now, and whoever writes
-- the email has the words of its language. Owned by outward/staff.

create or replace function tell_of_restriction(type text, standing user_restrictions, why text, at timestamptz) returns void
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
