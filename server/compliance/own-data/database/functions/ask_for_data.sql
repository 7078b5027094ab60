-- Asks for it: 'asked', 'exists' within a day of the last time, or 'unproved'. What was made before is forgotten.
create or replace function ask_for_data(user_id bigint, session_id bigint) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  at   timestamptz;
  days int := coalesce((select (value #>> '{}')::int from settings where name = 'accounts.export_days'), 3);
begin
  perform from users where users.id = user_id for update;
  at := market_now();
  if exists (
    select
    from data_exports known
    where known.user_id = ask_for_data.user_id and known.asked_at > at - interval '1 day'
      and (known.session_id = ask_for_data.session_id or known.made_at is null))
  then
    return 'exists';
  end if;
  perform from sessions where sessions.id = session_id and sessions.user_id = ask_for_data.user_id;
  if not found then return 'unproved'; end if;
  perform spend_proofs(array['download_data:' || user_id], array[user_id]);
  if not found then return 'unproved'; end if;
  delete from data_exports known where known.user_id = ask_for_data.user_id;
  insert into data_exports (user_id, session_id, asked_at, expires_at)
  values (user_id, session_id, at, at + make_interval(days => days));
  perform note_activity(user_id, 'data_asked', '');
  insert into events (type, subject, payload, at)
  values ('account.data_asked', user_id::text,
    jsonb_build_object('detail', to_char(at at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"')), at);
  return 'asked';
end $$;
revoke all on function ask_for_data(bigint,bigint) from public;
grant execute on function ask_for_data(bigint,bigint) to parley_web;
