-- A wrong second step or recovery code at sign-in means that the caller has the password: the fifth of a day notifies the owner.
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
revoke all on function note_failure() from public;
