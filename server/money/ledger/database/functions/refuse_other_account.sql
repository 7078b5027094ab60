create or replace function refuse_other_account() returns trigger
language plpgsql as $$
begin
  raise exception 'an account of the ledger keeps its number and currency, and is never deleted' using errcode = 'restrict_violation';
end $$;
revoke all on function refuse_other_account() from public;
