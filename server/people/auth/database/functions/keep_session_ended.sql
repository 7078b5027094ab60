create or replace function keep_session_ended() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception 'a session that has ended stays so' using errcode = 'insufficient_privilege';
end $$;
revoke all on function keep_session_ended() from public;
