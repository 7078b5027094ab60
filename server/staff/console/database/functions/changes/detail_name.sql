-- The name before the first equals sign; the value is after it.
create or replace function detail_name(detail text) returns text
language sql immutable as $$ select split_part(detail, '=', 1) $$;
revoke all on function detail_name(text) from public;
grant execute on function detail_name(text) to parley_signer;
