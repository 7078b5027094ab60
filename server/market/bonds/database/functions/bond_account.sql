create or replace function bond_account(user_id bigint, currency text) returns text
language sql immutable as $$
  select 'user:' || user_id::text || ':' || currency || ':bond'
$$;
revoke all on function bond_account(bigint,text) from public;
