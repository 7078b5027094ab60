-- Takes it back: false where nothing waits.
create or replace function take_back_closing(user_id bigint) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update account_closures closure
  set withdrawn_at = market_now()
  where closure.user_id = take_back_closing.user_id and closure.withdrawn_at is null and closure.closed_at is null;
  if not found then return false; end if;
  perform note_activity(take_back_closing.user_id, 'closing_withdrawn', '');
  return true;
end $$;
revoke all on function take_back_closing(bigint) from public;
grant execute on function take_back_closing(bigint) to parley_web;
