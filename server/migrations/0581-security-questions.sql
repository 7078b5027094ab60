-- Who has lost everything else got in by a mailbox that somebody reads, after a wait. Whoever has set up three questions is asked for
-- their answers as well before the wait begins. They prove nothing else. Owned by signer.

create table security_questions (
  user_id      bigint      primary key references users,
  questions    text[]      not null check (cardinality(questions) = 3),
  -- Slow, over the three together: who reads the table tries all three at once, and a wrong one does not say which it was.
  answers_hash text        not null,
  made_at      timestamptz not null
);
grant select, insert, update, delete on security_questions to parley_signer;

alter table account_activity drop constraint account_activity_kind_check;
alter table account_activity add constraint account_activity_kind_check check (kind in (
  'signed_in', 'session_ended', 'new_device', 'wrong_password', 'wrong_confirmation', 'wrong_code',
  'reset_asked', 'recovery_began', 'password_reset', 'password_changed', 'factor_added', 'factor_removed',
  'email_confirmed', 'email_changed', 'username_changed', 'role_granted', 'role_revoked',
  'closing_asked', 'closing_withdrawn', 'data_asked', 'phone_confirmed', 'phone_removed',
  'wrong_second_step', 'recovery_code_used', 'recovery_codes_made', 'factor_options_set',
  'sign_in_asked', 'sign_in_approved', 'sign_in_denied', 'second_step_left',
  'questions_set', 'questions_removed', 'wrong_answers'));

alter table credential_failures drop constraint credential_failures_purpose_check;
alter table credential_failures add constraint credential_failures_purpose_check
  check (purpose in ('sign_in', 'prove', 'code', 'second_step', 'recovery', 'answers'));

-- As before, with wrong answers: each is told, of five a day that are let through.
create or replace function note_failure() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.purpose <> 'sign_in'
    or exists (select from users where users.id = new.user_id and users.email_confirmed_at is not null)
  then
    perform note_wrong_guess(new.user_id, case new.purpose when 'sign_in' then 'wrong_password' when 'prove' then 'wrong_confirmation'
      when 'code' then 'wrong_code' when 'answers' then 'wrong_answers' else 'wrong_second_step' end);
  end if;
  if new.purpose = 'answers' then
    insert into events (type, subject, payload, at)
    values ('account.answers_wrong', new.user_id::text,
      jsonb_build_object('detail', coalesce(called_from() ->> 'ip', '')), market_now());
  end if;
  if new.purpose in ('second_step', 'recovery') and 5 = (
    select count(*)
    from credential_failures failure
    where failure.user_id = new.user_id and failure.purpose = new.purpose and failure.is_wrong
      and failure.at > market_now() - interval '1 day')
  then
    insert into events (type, subject, payload, at)
    values ('account.second_step_failed', new.user_id::text,
      jsonb_build_object('detail', coalesce(called_from() ->> 'ip', '')), market_now());
  end if;
  return null;
end $$;

-- Whoever's questions are set, changed or taken away is told; of an account that closes nobody is.
create function tell_questions() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  person bigint := coalesce(new.user_id, old.user_id);
  change text := case tg_op when 'DELETE' then 'removed' else 'set' end;
begin
  if pg_trigger_depth() > 1 then
    return null;
  end if;
  perform note_activity(person, 'questions_' || change, '');
  insert into events (type, subject, payload, at)
  values ('account.questions_' || change, person::text, jsonb_build_object('detail', coalesce(called_from() ->> 'ip', '')), market_now());
  return null;
end $$;
create trigger questions_told after insert or update or delete on security_questions
  for each row execute function tell_questions();

create function erase_questions() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from security_questions where user_id = new.user_id;
  return null;
end $$;
create trigger questions_erased after update of closed_at on account_closures
  for each row when (old.closed_at is null and new.closed_at is not null)
  execute function erase_questions();

-- As before, with sign-ins that waited, what was asked of other browsers, and the questions, whose answers nobody can read.
create or replace function export_second_steps(export_id bigint, after bigint, most int) returns table (key bigint, line text)
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

revoke all on function tell_questions(), erase_questions() from public;
