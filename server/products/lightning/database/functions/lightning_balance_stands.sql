-- Whether the operator's part of the node's balance is so many satoshi, within what may be on its way, and something else is expected.
create or replace function lightning_balance_stands(detail text) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select case when detail ~ '^(0|-?[1-9][0-9]{0,14})$' then exists (
    select
    from ln_node node
    where div(node.base_msat, 1000) <> detail::bigint and abs(node.own_msat - detail::bigint * 1000) <= 1000000) else false end
$$;
revoke all on function lightning_balance_stands(text) from public;
grant execute on function lightning_balance_stands(text) to parley_signer;
