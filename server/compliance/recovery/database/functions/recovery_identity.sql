-- The document of identity that the pictures are compared with.
create or replace function recovery_identity(user_id bigint, before timestamp with time zone) returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select shown.reference
  from verifications shown
  where shown.user_id = recovery_identity.user_id and shown.kind = 'id' and shown.status = 'approved'
    and shown.decided_at < recovery_identity.before
$$;
revoke all on function recovery_identity(bigint,timestamp with time zone) from public;
grant execute on function recovery_identity(bigint,timestamp with time zone) to parley_web;
