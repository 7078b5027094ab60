-- Questions that nobody answered in a week are over. Returns how many.
create or replace function miss_top_up_asks(at timestamp with time zone) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  missed int;
begin
  perform assert_now(at);
  update top_up_asks set status = 'missed', ended_at = at where status = 'waiting' and expires_at <= at;
  get diagnostics missed = row_count;
  return missed;
end $$;
revoke all on function miss_top_up_asks(timestamp with time zone) from public;
grant execute on function miss_top_up_asks(timestamp with time zone) to parley_worker;
