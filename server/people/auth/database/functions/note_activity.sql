-- From where this transaction was called.
create or replace function note_activity(user_id bigint, kind text, detail text) returns void
language sql set search_path = public, pg_temp as $$
  select note_activity_from(user_id, kind, detail, called_from() ->> 'ip', called_from() ->> 'userAgent')
$$;
revoke all on function note_activity(bigint,text,text) from public;
