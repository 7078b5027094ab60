-- Listen keys that have ended. Returns how many were erased.
create or replace function erase_old_spot_streams(most integer) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  gone int;
begin
  delete from spot_streams
  where public_id in (
    select old.public_id from spot_streams old
    where old.expires_at < market_now()
    order by old.expires_at
    limit most);
  get diagnostics gone = row_count;
  return gone;
end $$;
revoke all on function erase_old_spot_streams(integer) from public;
