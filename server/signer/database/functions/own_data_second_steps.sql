-- What a second factor is asked for, when recovery codes were made and used, and security questions without their answers.
create or replace function own_data_second_steps(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select made.key, made.line::text
  from (
    select 1::bigint as key, jsonb_build_object('askedAt', jsonb_build_object('login', login, 'release', release,
      'sendout', sendout), 'changedAt', changed_at) as line
    from factor_options
    where user_id = person
    union all
    select 2, jsonb_build_object('securityQuestions', questions, 'setAt', made_at)
    from security_questions
    where user_id = person
    union all
    select id + 2, jsonb_build_object('recoveryCodeMadeAt', made_at, 'usedAt', used_at)
    from recovery_codes
    where user_id = person
  ) as made
  where made.key > after
  order by made.key
  limit most
$$;
revoke all on function own_data_second_steps(bigint,bigint,integer) from public;
