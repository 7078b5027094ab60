-- What the owner's open orders can cost at most is in it.
create or replace function spot_account(user_id bigint, currency text) returns text
language sql immutable as $$
  select 'user:' || user_id::text || ':' || currency || ':spot'
$$;
revoke all on function spot_account(bigint,text) from public;
grant execute on function spot_account(bigint,text) to parley_worker;
