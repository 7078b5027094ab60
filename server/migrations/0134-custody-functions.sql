-- What the chains say becomes money by these functions only, and only for who follows the chains: deposits, their ends
-- and returns, what payments cost, and coins that are gone. Sums come from the rows, not from the caller.
-- Owned by money/custody.

-- What a process of ours posts to a user's account when it credits a deposit: the operator's own go to its inventory.
create function account_of_deposit(user_id bigint, currency text) returns text language sql immutable as $$
  select coalesce('user:' || user_id || ':' || currency || ':available', 'house:' || currency || ':inventory')
$$;

-- Credits deposits that wait, each as it was decided on: in that round, in a block that was read. What the operator lost
-- to an earlier reversal is taken back first, and the hold ends with it; what is finer than our unit is kept until it makes
-- whole units. Outcomes by place, from 1: credited, changed.
create function credit_deposits(ids bigint[], rounds int[], at timestamptz)
returns table (place int, outcome text) language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  deposit  deposits;
  owner    bigint;
  repaid   bigint;
  rest     numeric;
  whole    numeric;
  fineness numeric;
  outcomes text[] := '{}';
begin
  perform assert_now(at);
  perform assert_lengths(cardinality(ids), cardinality(rounds));
  for number in 1 .. cardinality(ids) loop
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

-- Posts one journal whose accounts never run short, without its parts that are nothing; none when all are.
create function post_one(kind text, subject text, at timestamptz, from_names text[], to_names text[], units bigint[])
returns void language plpgsql set search_path = public, pg_temp as $$
declare
  answer text;
  kept   int[] := array(select number from generate_series(1, cardinality(post_one.units)) as number where post_one.units[number] <> 0);
begin
  if cardinality(kept) = 0 then return; end if;
  answer := (post_each(array[kind], array[subject], at, array_fill(1, array[cardinality(kept)]),
    array(select from_names[number] from unnest(kept) with ordinality as one (number, place) order by place),
    array(select to_names[number] from unnest(kept) with ordinality as one (number, place) order by place),
    array(select post_one.units[number] from unnest(kept) with ordinality as one (number, place) order by place)))[1];
  if answer <> 'posted' then
    raise exception 'the journal % % cannot be posted: %', kind, subject, answer using errcode = 'check_violation';
  end if;
end $$;

-- Takes back credited deposits that a reorganisation took back. What their owners have spent already is the operator's
-- loss, and holds the rest of their money in. Outcomes by place, from 1: taken_back, changed.
create function take_back_deposits(ids bigint[], rounds int[], statuses text[], at timestamptz)
returns table (place int, outcome text) language plpgsql security definer set search_path = public, pg_temp as $$
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

-- Posts what the ends of payments mean, by their rows: a send-out that is settled leaves for good, with the network's fee,
-- and what it kept of the fee is the operator's; one that its block refused comes back without the fee; one that nobody
-- signed or that another transaction replaced comes back whole. Gas of tokens and of our own moves is the operator's.
create function post_payment_ends(ids bigint[], at timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  payment   chain_payments;
  sending   send_outs;
  held      text;
  chain     text;
  fees      text;
  network   bigint;
begin
  perform assert_now(at);
  for payment in
    select found.* from chain_payments found where found.id = any (ids) order by found.id for update
  loop
    if payment.status not in ('completed', 'failed') then
      raise exception 'the payment % has not ended', payment.id using errcode = 'check_violation';
    end if;
    -- A fee in ether, where what is sent is something else or stays ours.
    if payment.currency <> 'BTC' and (payment.currency = 'USDT' or payment.purpose <> 'send_out') then
      perform post_gas(payment, at);
      network := 0;
    else
      network := coalesce(ceil(payment.fee_paid / case payment.currency when 'ETH' then 1000000000 else 1 end), 0);
    end if;
    continue when payment.purpose <> 'send_out';

    select found.* into strict sending from send_outs found where found.hash = payment.subject for update;
    if sending.status <> payment.status or sending.currency <> payment.currency then
      raise exception 'the send-out % did not go its payment''s way', sending.hash using errcode = 'check_violation';
    end if;
    if network > sending.fee_units then
      raise exception 'the network took more than the fee of %', sending.hash using errcode = 'check_violation';
    end if;
    held := held_account(sending.user_id, sending.currency);
    chain := 'outside:' || sending.currency || ':chain';
    fees := 'house:' || sending.currency || ':fees';
    if exists (
      select
      from journals journal
      where journal.subject = sending.hash and journal.kind in ('send_out_settle', 'send_out_fee', 'send_out_return')
    ) then
      raise exception 'the send-out % left or came back before', sending.hash using errcode = 'unique_violation';
    end if;
    if payment.status = 'completed' then
      perform post_one('send_out_settle', sending.hash, at, array[held, held], array[chain, fees],
        array[sending.units + network, sending.fee_units - network]);
    elsif payment.outcome = 'reverted' then
      perform post_one('send_out_fee', sending.hash, at, array[held, held], array[chain, fees],
        array[network, sending.fee_units - network]);
      perform post_one('send_out_return', sending.hash, at, array[held],
        array[available_account(sending.user_id, sending.currency)], array[sending.units]);
    else
      perform post_one('send_out_return', sending.hash, at, array[held],
        array[available_account(sending.user_id, sending.currency)], array[sending.units + sending.fee_units]);
    end if;
  end loop;
end $$;

-- Gas that the operator pays: from what it has put aside, else from its own coins; only then it is a loss.
create function post_gas(payment chain_payments, at timestamptz) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  units constant bigint := ceil(payment.fee_paid / 1000000000);
  answer text;
begin
  if coalesce(units, 0) = 0 then return; end if;
  foreach answer in array array['network', 'inventory', 'loss'] loop
    answer := (post_each(array['gas_cost'], array[payment.purpose || ':' || payment.subject], at, array[1],
      array['house:ETH:' || answer], array['outside:ETH:chain'], array[units]))[1];
    exit when answer <> 'insufficient';
  end loop;
  if answer <> 'posted' then
    raise exception 'the gas of payment % was posted before', payment.id using errcode = 'unique_violation';
  end if;
end $$;

-- Gives back what could not even be planned: send-outs that failed and have no payment.
create function return_send_outs(hashes text[], at timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  sending send_outs;
begin
  perform assert_now(at);
  for sending in
    select found.* from send_outs found where found.hash = any (hashes) order by found.id for update
  loop
    if sending.status <> 'failed' or exists (
      select from chain_payments payment where payment.purpose = 'send_out' and payment.subject = sending.hash
    ) then
      raise exception 'the send-out % may be on its way', sending.hash using errcode = 'check_violation';
    end if;
    perform post_one('send_out_return', sending.hash, at, array[held_account(sending.user_id, sending.currency)],
      array[available_account(sending.user_id, sending.currency)], array[sending.units + sending.fee_units]);
  end loop;
end $$;

-- Coins that a stranger's transaction has spent for good are the operator's loss, once.
create function lose_coins(txids text[], output_indexes int[], at timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  coin coins;
begin
  perform assert_now(at);
  perform assert_lengths(cardinality(txids), cardinality(output_indexes));
  for coin in
    select found.*
    from unnest(txids, output_indexes) as lost (txid, output_index)
    join coins found using (txid, output_index)
    where found.spent_height is not null
      and not exists (select from chain_payments payment where payment.txid = found.spent_txid)
    order by found.txid, found.output_index
  loop
    perform post_one('coin_lost', coin.txid || ':' || coin.output_index, at, array['house:BTC:loss'],
      array['outside:BTC:chain'], array[coin.units]);
  end loop;
end $$;

revoke all on function
  account_of_deposit, post_one, credit_deposits, take_back_deposits, post_payment_ends, post_gas, return_send_outs, lose_coins
from public;
grant execute on function credit_deposits, take_back_deposits, post_payment_ends, return_send_outs, lose_coins to parley_chain;
