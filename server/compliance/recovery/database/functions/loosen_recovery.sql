-- Ends what an approval blocks, but send-outs stay on hold: a thief may have ended it.
create or replace function loosen_recovery(user_id bigint, at timestamp with time zone) returns void
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  until timestamptz := at + make_interval(hours => (setting_value('auth.lost_factor_hold_hours') #>> '{}')::int);
begin
  update send_out_holds hold
  set ends_at = greatest(hold.began_at + interval '1 millisecond', least(hold.ends_at, at))
  where hold.user_id = loosen_recovery.user_id and hold.reason = 'recovery';
  perform hold_recovered(user_id, 'recovered', at, until);
end $$;
revoke all on function loosen_recovery(bigint,timestamp with time zone) from public;
