-- Of who is an ambassador now.
create or replace function ambassador_level(person bigint) returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select known.level from ambassadors known where known.user_id = ambassador_level.person and known.ended_at is null
$$;
revoke all on function ambassador_level(bigint) from public;
grant execute on function ambassador_level(bigint) to parley_signer;
