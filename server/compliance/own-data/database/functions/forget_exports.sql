-- What nobody gets any more: some time after it was made, with the session that asked, or when it could not be made. Returns
-- how many.
create or replace function forget_exports(versions integer[]) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  gone int;
begin
  delete from data_exports made
  where made.expires_at < market_now()
    or exists (select from sessions where sessions.id = made.session_id and sessions.ended_at is not null)
    or made.sealed_with <> all (forget_exports.versions);
  get diagnostics gone = row_count;
  return gone;
end $$;
revoke all on function forget_exports(integer[]) from public;
grant execute on function forget_exports(integer[]) to parley_worker;
