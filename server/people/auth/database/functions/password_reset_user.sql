-- The owner of this link; null when it has expired or was used.
create or replace function password_reset_user(token_hash text) returns bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select reset.user_id
  from password_resets reset
  join credentials credential on credential.user_id = reset.user_id and credential.changes = reset.changes
  where reset.token_hash = password_reset_user.token_hash
    and reset.spent_at is null and reset.expires_at > market_now()
$$;
revoke all on function password_reset_user(text) from public;
grant execute on function password_reset_user(text) to parley_web;
