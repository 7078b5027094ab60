-- Deposits the missing part of a user's bond in this coin. Locks the person, then the ledger's accounts. The outcome: deposited, unknown,
-- nothing_missing, on_hold, restricted, no_rate, insufficient, halted:<name>.
create or replace function deposit_bond(user_id bigint, hash text, currency text, at timestamp with time zone) returns TABLE(outcome text, units bigint)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  missing bigint;
begin
  perform assert_now(at);
  if (currency in ('BTC', 'ETH', 'USDT') and hash <> '') is not true then
    raise exception 'no bond is in %', currency using errcode = 'check_violation';
  end if;
  perform from users person where person.id = user_id for no key update;
  select standing.needed_cents - standing.held_cents into missing
  from bond_standings(array[user_id], at) standing;
  units := bond_units(missing, currency, at);
  outcome := case
    when missing is null then 'unknown'
    when missing <= 0 then 'nothing_missing'
    else coalesce(
      'halted:' || standing_halt(array['ledger', 'coin_' || currency]),
      kept_from_converting(user_id),
      case when units is null then 'no_rate' end)
  end;
  if outcome is null then
    outcome := (post_each(
      array['bond_deposit'], array[hash], at, array[1],
      array[available_account(user_id, currency)], array[bond_account(user_id, currency)], array[units]))[1];
    if outcome = 'duplicate' then raise exception 'this bond was deposited before' using errcode = 'unique_violation'; end if;
  end if;
  if outcome = 'posted' then
    outcome := 'deposited';
    insert into bond_moves (hash, currency, user_id, kind, units, usd_cents, at)
    values (hash, currency, user_id, 'deposit', units, missing, at);
  end if;
  return next;
end $$;
revoke all on function deposit_bond(bigint,text,text,timestamp with time zone) from public;
grant execute on function deposit_bond(bigint,text,text,timestamp with time zone) to parley_web;
