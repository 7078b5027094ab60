-- The signed-in owner denies a sign-in; no factor is required. False for one that is not theirs, was decided or has expired.
create or replace function deny_sign_in(public_id text, user_id bigint) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update sign_in_approvals asked
  set state = 'denied', decided_at = market_now()
  where asked.public_id = deny_sign_in.public_id and asked.user_id = deny_sign_in.user_id
    and asked.state = 'pending' and asked.expires_at > market_now();
  return found;
end $$;
revoke all on function deny_sign_in(text,bigint) from public;
grant execute on function deny_sign_in(text,bigint) to parley_web;
