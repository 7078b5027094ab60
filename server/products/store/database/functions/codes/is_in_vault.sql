-- The code is in the vault of gift cards, or was used out of it: its owner has not seen it, and does not while it is there.
create or replace function is_in_vault(code store_codes) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select exists (
    select from gift_cards card where card.code_mark = (code).mark and card.status <> 'deleted')
$$;
revoke all on function is_in_vault(store_codes) from public;
grant execute on function is_in_vault(store_codes) to parley_web;
