-- Credits deposits that wait, each as it was decided on: in that round, in a block that was read. What the operator lost
-- to an earlier reversal is taken back first, and the hold ends with it; what is finer than our unit is kept until it makes
-- whole units. Outcomes by place, from 1: credited, changed.
create or replace function credit_deposits(ids bigint[], rounds integer[], at timestamp with time zone) returns TABLE(place integer, outcome text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  deposit  deposits;
  owner    bigint;
  why_not  text;
  repaid   bigint;
  rest     numeric;
  whole    numeric;
  fineness numeric;
  outcomes text[] := '{}';
begin
  perform assert_now(at);
  perform assert_lengths(cardinality(ids), cardinality(rounds));
  for number in 1 .. cardinality(ids) loop
    why_not := null;
    select coalesce(
      'halted:' || standing_halt(array[found.chain || '_in']),
      case when address.attestation is null then 'unattested' end)
    into why_not
    from deposits found
    join wallet_addresses address on address.id = found.address_id
    where found.id = ids[number];
    if why_not is not null then
      outcomes := outcomes || why_not;
      continue;
    end if;
    deposit := null;
    update deposits
    set status = 'credited', round = rounds[number] + 1, credited_at = credit_deposits.at
    from wallet_rails rail
    where deposits.id = ids[number] and deposits.status = 'incoming' and deposits.round = rounds[number]
      and rail.chain = deposits.chain and deposits.block_height <= rail.scanned_height
    returning deposits.* into deposit;
    if deposit.id is null then
      outcomes := outcomes || 'changed'::text;
      continue;
    end if;
    select address.user_id into strict owner from wallet_addresses address where address.id = deposit.address_id;
    fineness := case deposit.currency when 'ETH' then 1000000000 else 1 end;
    if deposit.units <> div(deposit.chain_units, fineness) then
      raise exception 'the deposit % is not as many units', deposit.hash using errcode = 'check_violation';
    end if;
    update wallet_holds hold
    set owed_units = 0, lifted_at = credit_deposits.at
    from wallet_holds before
    where hold.deposit_id = deposit.id and hold.lifted_at is null and before.id = hold.id
    returning before.owed_units into repaid;
    repaid := coalesce(repaid, 0);
    perform post_one('deposit', deposit.hash || ':' || deposit.round, at,
      array['outside:' || deposit.currency || ':chain', 'outside:' || deposit.currency || ':chain'],
      array['house:' || deposit.currency || ':loss', account_of_deposit(owner, deposit.currency)],
      array[repaid, deposit.units - repaid]);
    rest := mod(deposit.chain_units, fineness);
    if deposit.round = 1 and rest > 0 then
      insert into wallet_dust (currency, chain_units)
      values (deposit.currency, rest)
      on conflict (currency) do update set chain_units = wallet_dust.chain_units + excluded.chain_units
      returning div(chain_units, fineness) into whole;
      if whole > 0 then
        update wallet_dust set chain_units = chain_units - whole * fineness where currency = deposit.currency;
        perform post_one('deposit_dust', deposit.hash, at, array['outside:' || deposit.currency || ':chain'],
          array['house:' || deposit.currency || ':dust'], array[whole::bigint]);
      end if;
    end if;
    outcomes := outcomes || 'credited'::text;
  end loop;
  return query select number, outcomes[number] from generate_series(1, cardinality(outcomes)) as number;
end $$;
revoke all on function credit_deposits(bigint[],integer[],timestamp with time zone) from public;
grant execute on function credit_deposits(bigint[],integer[],timestamp with time zone) to parley_chain;
