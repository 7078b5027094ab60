-- As the digest of server/platform/outside/signer/audit-head.ts.
create or replace function audit_digest(number bigint, acts bigint, last_act bigint, chain bytea, previous bytea) returns bytea
language sql immutable set search_path = public, pg_temp as $$
  select sha256(previous || chain || convert_to(number || ':' || acts || ':' || last_act, 'utf8'))
$$;
revoke all on function audit_digest(bigint,bigint,bigint,bytea,bytea) from public;
