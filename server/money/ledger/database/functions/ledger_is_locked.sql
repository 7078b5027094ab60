-- Accounts that can run short are locked: those of users and trades, and those from which the operator pays. The
-- others only receive in hot paths, so no transaction waits for them.
create or replace function ledger_is_locked(name text) returns boolean
language sql immutable as $$
  select name ~ '^(user|trade):' or name ~ '^house:[A-Z]+:(inventory|network|rewards|promised|refunds)$'
$$;
revoke all on function ledger_is_locked(text) from public;
