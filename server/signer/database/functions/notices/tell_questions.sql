-- Notifies the owner when security questions are set, changed or removed; not when an account closes.
create or replace function tell_questions() returns trigger
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
revoke all on function tell_questions() from public;
