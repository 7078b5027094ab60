create or replace function detail_value(detail text) returns text
language sql immutable as $$
  select substr(detail, strpos(detail, '=') + 1)
$$;
revoke all on function detail_value(text) from public;
grant execute on function detail_value(text) to parley_signer;
