create or replace function held_account(user_id bigint, currency text) returns text
language sql immutable as $$
  select 'user:' || user_id::text || ':' || currency || ':held'
$$;
revoke all on function held_account(bigint,text) from public;
