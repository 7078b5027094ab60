-- Ends the user's trading session; open orders stay. Twice is once.
create or replace function end_spot_session(user_id bigint, at timestamp with time zone) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform assert_now(at);
  update spot_sessions open
  set ended_at = end_spot_session.at
  where open.user_id = end_spot_session.user_id and open.ended_at is null;
end $$;
revoke all on function end_spot_session(bigint,timestamp with time zone) from public;
grant execute on function end_spot_session(bigint,timestamp with time zone) to parley_web;
