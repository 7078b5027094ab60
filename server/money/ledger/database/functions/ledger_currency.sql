create or replace function ledger_currency(name text) returns text
language sql immutable as $$
  select split_part(name, ':', case when name ~ '^(user|trade):' then 3 else 2 end)
$$;
revoke all on function ledger_currency(text) from public;
