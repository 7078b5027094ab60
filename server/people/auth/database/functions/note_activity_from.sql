create or replace function note_activity_from(user_id bigint, kind text, detail text, ip text, user_agent text) returns void
language sql set search_path = public, pg_temp as $$
  insert into account_activity (user_id, kind, detail, at, ip, user_agent)
  values (user_id, kind, left(detail, 100), market_now(), left(ip, 64), left(user_agent, 400))
$$;
revoke all on function note_activity_from(bigint,text,text,text,text) from public;
