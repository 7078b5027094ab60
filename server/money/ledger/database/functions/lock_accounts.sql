-- Creates the missing accounts of these names, refuses those of an unknown currency or purpose, and locks by id those that must not fall below zero. Returns each name
-- once with its id and balance; the balance of an unlocked account is null.
create or replace function lock_accounts(touched text[], out ids bigint[], out names text[], out left_over bigint[])
language plpgsql set search_path = public, pg_temp as $$
declare
  to_lock bigint[];
begin
  insert into ledger_accounts (name, currency, kind, may_overdraw)
  select wanted.name,
         money.code,
         split_part(wanted.name, ':', 1),
         purpose.may_overdraw
  from unnest(touched) as wanted (name)
  left join ledger_purposes purpose
    on purpose.holder = split_part(wanted.name, ':', 1) and purpose.purpose = substring(wanted.name from '[^:]*$')
  left join ledger_currencies money
    on money.code = ledger_currency(wanted.name) and (money.is_coin or purpose.is_fiat_too)
  where not exists (select from ledger_accounts account where account.name = wanted.name)
  order by wanted.name
  on conflict do nothing;

  to_lock := array(
    select account.id
    from ledger_accounts account
    where account.name = any (touched) and ledger_is_locked(account.name) and not account.may_overdraw);
  select array_agg(locked.id), array_agg(locked.name), array_agg(locked.balance_units)
  into ids, names, left_over
  from (
    select account.id, account.name, account.balance_units
    from ledger_accounts account
    where account.id = any (to_lock)
    order by account.id
    for update
  ) as locked;
  select ids || array_agg(other.id), names || array_agg(other.name),
         left_over || array_fill(null::bigint, array[count(*)::int])
  into ids, names, left_over
  from ledger_accounts other
  where other.name = any (touched) and not (ledger_is_locked(other.name) and not other.may_overdraw);
end $$;
revoke all on function lock_accounts(text[]) from public;
