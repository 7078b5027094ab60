-- What a reward came from: trade, or the product whose fees the operator's account of this purpose has.
create or replace function reward_product(purpose text) returns text
language sql immutable parallel safe as $$
  select case purpose when 'fees' then 'trade' else substr(purpose, 6) end
$$;
revoke all on function reward_product(text) from public;
grant execute on function reward_product(text) to parley_web;
