-- The account of this link; null when it has expired, was stopped or used.
create or replace function recovery_user(token_hash text) returns bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select one.user_id
  from account_recoveries one
  where one.link_hash = recovery_user.token_hash and one.status = 'ready' and one.link_until > market_now()
$$;
revoke all on function recovery_user(text) from public;
grant execute on function recovery_user(text) to parley_signer, parley_web;
