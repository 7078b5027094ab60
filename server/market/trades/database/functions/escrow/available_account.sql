create or replace function available_account(user_id bigint, currency text) returns text
language sql immutable as $$
  select 'user:' || user_id::text || ':' || currency || ':available'
$$;
revoke all on function available_account(bigint,text) from public;
