-- False where none waits.
create or replace function withdraw_ambassador_application(person bigint, at timestamp with time zone) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
begin
  perform assert_now(at);
  update ambassador_applications sent
  set status = 'withdrawn', changed_at = at
  where sent.user_id = person and sent.status in ('sent', 'interview');
  return found;
end $$;
revoke all on function withdraw_ambassador_application(bigint,timestamp with time zone) from public;
grant execute on function withdraw_ambassador_application(bigint,timestamp with time zone) to parley_web;
