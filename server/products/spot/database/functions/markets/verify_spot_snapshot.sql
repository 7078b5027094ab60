-- Notes that a replay gave this whole snapshot. Twice is once.
create or replace function verify_spot_snapshot(market text, seq bigint, at timestamp with time zone) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform assert_now(at);
  update spot_snapshots whole
  set verified_at = verify_spot_snapshot.at
  where whole.market = verify_spot_snapshot.market and whole.seq = verify_spot_snapshot.seq and whole.book is not null
    and whole.verified_at is null;
end $$;
revoke all on function verify_spot_snapshot(text,bigint,timestamp with time zone) from public;
grant execute on function verify_spot_snapshot(text,bigint,timestamp with time zone) to parley_worker;
