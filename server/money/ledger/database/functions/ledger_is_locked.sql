-- Locked are the accounts that may run short: of users and trades, and those of the operator that pay out. The others
-- only receive in hot paths, and nobody waits for them.
create or replace function ledger_is_locked(name text) returns boolean
language sql immutable as $$
  select name ~ '^(user|trade):' or name ~ '^house:[A-Z]+:(inventory|network)$'
$$;
revoke all on function ledger_is_locked(text) from public;
