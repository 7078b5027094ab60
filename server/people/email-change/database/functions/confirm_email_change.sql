-- By the code that came to the new address: 'done'; 'wrong'; 'expired'; 'taken' if another user has confirmed it meanwhile.
create or replace function confirm_email_change(user_id bigint, session_id bigint, code_hash bytea, hint text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  at     timestamptz;
  own    users;
  change email_changes;
  days   int := coalesce((select (value #>> '{}')::int from settings where name = 'accounts.email_undo_days'), 7);
begin
  select * into own from users where users.id = user_id for update;
  at := market_now();
  select known.* into change
  from email_changes known
  where known.user_id = confirm_email_change.user_id
  order by known.id desc
  limit 1
  for update;
  if change.id is null or change.done_at is not null or change.expires_at <= at or change.tries_left <= 0
    or own.email_confirmed_at is null
  then
    return 'expired';
  end if;
  if change.code_hash <> code_hash then
    update email_changes set tries_left = tries_left - 1 where email_changes.id = change.id;
    return 'wrong';
  end if;
  -- The last of two that confirm one address at once waits here, and finds it taken.
  begin
    update users
    set email_sealed = change.email_sealed, email_index = change.email_index
    where users.id = user_id;
  exception when unique_violation then
    update email_changes set expires_at = at where email_changes.id = change.id;
    return 'taken';
  end;
  update email_changes
  set old_sealed = own.email_sealed, old_index = own.email_index, done_at = at, undo_until = at + make_interval(days => days)
  where email_changes.id = change.id;
  perform end_what_email_opened(user_id, session_id, (setting_value('auth.new_factor_hold_hours') #>> '{}')::int);
  insert into events (type, subject, payload, at)
  values ('account.email_changed', user_id::text, with_hold(jsonb_build_object('detail', left(hint, 200)), 'auth.new_factor_hold_hours'), at);
  return 'done';
end $$;
revoke all on function confirm_email_change(bigint,bigint,bytea,text) from public;
grant execute on function confirm_email_change(bigint,bigint,bytea,text) to parley_web;
