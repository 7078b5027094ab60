-- Of the archive of one's own data: what a second factor is asked for, and when recovery codes were made and used.
create or replace function export_second_steps(export_id bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable security definer set search_path = public, pg_temp as $$
  with person as (
    select users.id
    from data_exports waiting
    join users on users.id = waiting.user_id
    where waiting.id = export_second_steps.export_id and waiting.made_at is null
  ),
  lines as (
    select 1 as part, 0::bigint as id, jsonb_build_object('askedAt', jsonb_build_object('login', option.login, 'release', option.release,
      'sendout', option.sendout), 'changedAt', option.changed_at) as line
    from person
    join factor_options option on option.user_id = person.id
    union all
    select 2, code.id, jsonb_build_object('recoveryCodeMadeAt', code.made_at, 'usedAt', code.used_at)
    from person
    join recovery_codes code on code.user_id = person.id
    union all
    select 3, sign_in.id, jsonb_build_object('firstStepAt', sign_in.made_at, 'ip', sign_in.ip, 'browser', sign_in.user_agent,
      'endedAt', sign_in.spent_at, 'approvalAskedAt', asked.made_at, 'approval', asked.state, 'decidedAt', asked.decided_at)
    from person
    join pending_sign_ins sign_in on sign_in.user_id = person.id
    left join sign_in_approvals asked on asked.pending_id = sign_in.id
    union all
    select 4, 1, jsonb_build_object('securityQuestions', kept.questions, 'setAt', kept.made_at)
    from person
    join security_questions kept on kept.user_id = person.id
  )
  select made.key, made.line::text
  from (
    select row_number() over (order by lines.part, lines.id) as key, lines.line
    from lines
  ) as made
  where made.key > export_second_steps.after
  order by made.key
  limit export_second_steps.most
$$;
revoke all on function export_second_steps(bigint,bigint,integer) from public;
grant execute on function export_second_steps(bigint,bigint,integer) to parley_worker;
