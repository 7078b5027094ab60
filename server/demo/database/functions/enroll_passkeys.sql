-- Keys of the demo's robots, before the market opens: the owner's alone. People enroll theirs with the signer.
create or replace function enroll_passkeys(user_ids bigint[], ids text[], public_keys bytea[]) returns void
language sql as $$
  insert into passkeys (id, user_id, public_key, made_at)
  select key.id, key.user_id, key.public_key, market_now()
  from unnest(user_ids, ids, public_keys) as key (user_id, id, public_key)
$$;
revoke all on function enroll_passkeys(bigint[],text[],bytea[]) from public;
