create or replace function ordered_account(user_id bigint, currency text) returns text
language sql immutable as $$
  select 'user:' || user_id::text || ':' || currency || ':ordered'
$$;
revoke all on function ordered_account(bigint,text) from public;
