-- A trade of others, so that one can ask about it and nobody can open it.
create or replace function masked_trade(hash text) returns text
language sql immutable strict parallel safe as $$
  select left(hash, 3) || '…' || right(hash, 2)
$$;
revoke all on function masked_trade(text) from public;
grant execute on function masked_trade(text) to parley_web;
