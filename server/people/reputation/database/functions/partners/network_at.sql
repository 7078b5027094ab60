-- The network of an address: of the sixth version the half that a provider gives to one household. Null of this machine's, and of one
-- that was erased or cannot be read: they say nothing.
create or replace function network_at(address text) returns text
language sql stable as $$
  select case
    when not pg_input_is_valid(address, 'inet') then null
    when address::inet <<= '127.0.0.0/8' or address::inet = '::1' then null
    when family(address::inet) = 6 then network(set_masklen(address::inet, 64))::text
    else host(address::inet)
  end
$$;
revoke all on function network_at(text) from public;
