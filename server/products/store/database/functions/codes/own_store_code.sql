-- A code of this user whose order is settled, locked; of an open or returned order nobody has any.
create or replace function own_store_code(user_id bigint, hash text) returns store_codes
language sql set search_path = public, pg_temp as $$
  select code.*
  from store_codes code
  join provider_orders made on made.quote_id = code.quote_id
  where code.hash = own_store_code.hash and code.user_id = own_store_code.user_id and made.status = 'settled'
  for update of code
$$;
revoke all on function own_store_code(bigint,text) from public;
