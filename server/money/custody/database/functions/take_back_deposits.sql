-- Takes back credited deposits that a reorganisation took back. What their owners have spent already is the operator's
-- loss, and holds the rest of their money in. Outcomes by place, from 1: taken_back, changed.
create or replace function take_back_deposits(ids bigint[], rounds integer[], statuses text[], at timestamp with time zone) returns TABLE(place integer, outcome text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  deposit  deposits;
  owner    bigint;
  held_by  text;
  here     bigint;
  lost     bigint;
  outcomes text[] := '{}';
begin
  perform assert_now(at);
  perform assert_lengths(cardinality(ids), cardinality(rounds), cardinality(statuses));
  for number in 1 .. cardinality(ids) loop
    if statuses[number] not in ('incoming', 'gone') then
      raise exception 'a deposit that is taken back is no %', statuses[number] using errcode = 'check_violation';
    end if;
    deposit := null;
    update deposits
    set status = statuses[number]
    where deposits.id = ids[number] and deposits.status = 'credited' and deposits.round = rounds[number]
      and deposits.block_height is null
    returning deposits.* into deposit;
    if deposit.id is null then
      outcomes := outcomes || 'changed'::text;
      continue;
    end if;
    select address.user_id into strict owner from wallet_addresses address where address.id = deposit.address_id;
    held_by := account_of_deposit(owner, deposit.currency);
    select account.balance_units into here from ledger_accounts account where account.name = held_by for update;
    lost := greatest(0, deposit.units - coalesce(here, 0));
    perform post_one('deposit_reversal', deposit.hash || ':' || deposit.round, at,
      array[held_by, 'house:' || deposit.currency || ':loss'],
      array['outside:' || deposit.currency || ':chain', 'outside:' || deposit.currency || ':chain'],
      array[deposit.units - lost, lost]);
    if lost > 0 and owner is not null then
      insert into wallet_holds (user_id, currency, owed_units, deposit_id, reason, since)
      values (owner, deposit.currency, lost, deposit.id, 'deposit_reversed', take_back_deposits.at)
      on conflict (deposit_id) do update
      set owed_units = wallet_holds.owed_units + excluded.owed_units, lifted_at = null;
    end if;
    outcomes := outcomes || 'taken_back'::text;
  end loop;
  return query select number, outcomes[number] from generate_series(1, cardinality(outcomes)) as number;
end $$;
revoke all on function take_back_deposits(bigint[],integer[],text[],timestamp with time zone) from public;
grant execute on function take_back_deposits(bigint[],integer[],text[],timestamp with time zone) to parley_chain;
