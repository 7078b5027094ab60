-- Before the first equals sign stands the name, behind it the value.
create or replace function detail_name(detail text) returns text
language sql immutable as $$ select split_part(detail, '=', 1) $$;
revoke all on function detail_name(text) from public;
grant execute on function detail_name(text) to parley_signer;
