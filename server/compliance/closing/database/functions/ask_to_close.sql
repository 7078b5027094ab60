-- Asks for it: 'asked', 'exists' where it is asked for already, 'obstacles', or 'unproved'. Locks the user, so that no trade or
-- send-out begins beside it. Every session but the one that asks ends.
create or replace function ask_to_close(user_id bigint, reason text, session_id bigint) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  at      timestamptz;
  due     timestamptz;
  days    int := coalesce((select (value #>> '{}')::int from settings where name = 'accounts.closing_days'), 14);
  session bigint;
begin
  perform from users where users.id = user_id for update;
  if not found then return 'obstacles'; end if;
  if exists (
    select
    from account_closures standing
    where standing.user_id = ask_to_close.user_id and standing.withdrawn_at is null)
  then
    return 'exists';
  end if;
  if exists (select from closing_obstacles(user_id)) then return 'obstacles'; end if;
  perform spend_proofs(array['close_account:' || user_id], array[user_id]);
  if not found then return 'unproved'; end if;
  at := market_now();
  due := at + make_interval(days => days);
  insert into account_closures (user_id, reason, asked_at, due_at)
  values (user_id, reason, at, due);
  for session in
    update sessions
    set ended_at = at
    where sessions.user_id = ask_to_close.user_id and ended_at is null and id is distinct from session_id
    returning id
  loop
    perform ring('live_end', session::text);
  end loop;
  perform note_activity(user_id, 'closing_asked', '');
  insert into events (type, subject, payload, at)
  values ('account.closing_asked', user_id::text,
    jsonb_build_object('detail', to_char(due at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"')), at);
  return 'asked';
end $$;
revoke all on function ask_to_close(bigint,text,bigint) from public;
grant execute on function ask_to_close(bigint,text,bigint) to parley_web;
