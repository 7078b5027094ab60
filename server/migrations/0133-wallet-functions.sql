-- Sends and conversions were written by whichever process held a connection. Each function now checks the quote, holds
-- and restrictions, the halts and, for what leaves, the proof, and writes the row together with its money.
-- Owned by products/wallet.

-- Why this user's balance must not leave: 'on_hold', 'restricted', or null. Under `restricted` a send-out waits.
create function kept_in(user_id bigint) returns text language sql stable set search_path = public, pg_temp as $$
  select case
    when exists (select from wallet_holds hold where hold.user_id = kept_in.user_id and hold.lifted_at is null) then 'on_hold'
    when exists (
      select
      from user_restrictions restriction
      where restriction.user_id = kept_in.user_id and restriction.lifted_at is null and restriction.state <> 'restricted'
    ) then 'restricted'
  end
$$;

create function assert_lengths(variadic lengths int[]) returns void language plpgsql immutable as $$
begin
  if array_position(lengths, null) is not null or (select count(distinct length) from unnest(lengths) as length) > 1 then
    raise exception 'lists of unequal length' using errcode = 'array_subscript_error';
  end if;
end $$;

-- Reserves what quotes say, for their users, under these new hashes. Outcomes by place, from 1: reserved, unknown, taken,
-- expired, on_hold, restricted, closed, unproved, insufficient, halted:<name>.
create function reserve_send_outs(hashes text[], quote_hashes text[], user_ids bigint[], at timestamptz)
returns table (place int, outcome text) language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  quote    send_out_quotes;
  outcomes text[] := '{}';
  answer   text;
begin
  perform assert_now(at);
  perform assert_lengths(cardinality(hashes), cardinality(quote_hashes), cardinality(user_ids));
  for number in 1 .. cardinality(hashes) loop
    select wanted.* into quote
    from send_out_quotes wanted
    where wanted.hash = quote_hashes[number] and wanted.user_id = user_ids[number]
    for update;
    answer := case
      when quote.id is null then 'unknown'
      when exists (select from send_outs taken where taken.quote_id = quote.id) then 'taken'
      when quote.expires_at <= at then 'expired'
      else coalesce(
        'halted:' || standing_halt(array['money_out', 'ledger', 'coin_' || quote.currency,
          case quote.currency when 'BTC' then 'bitcoin_out' else 'ethereum_out' end]),
        kept_in(quote.user_id),
        case when not exists (
          select
          from wallet_rails rail
          where rail.chain = case quote.currency when 'BTC' then 'bitcoin' else 'ethereum' end and rail.is_available
        ) then 'closed' end,
        case when not exists (
          select from spend_proofs(array['send_out_reserve:' || quote.hash], array[quote.user_id])
        ) then 'unproved' end)
    end;
    if answer is null then
      answer := (post_each(
        array['send_out_reserve'], array[hashes[number]], at, array[1],
        array[available_account(quote.user_id, quote.currency)], array[held_account(quote.user_id, quote.currency)],
        array[quote.units + quote.fee_units]))[1];
      if answer = 'duplicate' then raise exception 'this send-out was reserved before' using errcode = 'unique_violation'; end if;
    end if;
    if answer = 'posted' then
      answer := 'reserved';
      insert into send_outs
        (hash, quote_id, user_id, currency, destination, units, fee_units, usd_value, status, created_at, due_at)
      values
        (hashes[number], quote.id, quote.user_id, quote.currency, quote.destination, quote.units, quote.fee_units,
         quote.usd_value, 'pending', at,
         at + case when exists (
           select
           from user_restrictions restriction
           where restriction.user_id = quote.user_id and restriction.lifted_at is null
         ) then interval '24 hours' else interval '0' end);
    end if;
    outcomes := outcomes || answer;
  end loop;
  return query select number, outcomes[number] from generate_series(1, cardinality(outcomes)) as number;
end $$;

-- Gives back what is not signed. Locks the payments, then the send-outs. Outcomes by place, from 1: canceled, unknown,
-- under_way.
create function cancel_send_outs(hashes text[], user_ids bigint[], at timestamptz)
returns table (place int, outcome text) language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  payment  chain_payments;
  sending  send_outs;
  outcomes text[] := '{}';
  answer   text;
begin
  perform assert_now(at);
  perform assert_lengths(cardinality(hashes), cardinality(user_ids));
  for number in 1 .. cardinality(hashes) loop
    select found.* into payment
    from chain_payments found
    where found.purpose = 'send_out' and found.subject = hashes[number]
    for update;
    select found.* into sending from send_outs found where found.hash = hashes[number] for update;
    answer := case
      when sending.user_id is distinct from user_ids[number] then 'unknown'
      when sending.status <> 'pending' or coalesce(payment.status, 'pending') <> 'pending' then 'under_way'
      else (post_each(
        array['send_out_return'], array[sending.hash], at, array[1],
        array[held_account(sending.user_id, sending.currency)], array[available_account(sending.user_id, sending.currency)],
        array[sending.units + sending.fee_units]))[1]
    end;
    if answer in ('duplicate', 'insufficient') then
      raise exception 'the sum of the send-out % is not held', sending.hash using errcode = 'check_violation';
    end if;
    if answer = 'posted' then
      answer := 'canceled';
      update send_outs set status = 'cancelled', ended_at = cancel_send_outs.at where id = sending.id;
      if payment.id is not null then
        update chain_payments set status = 'cancelled', fault = 'cancelled by the sender', nonce = null where id = payment.id;
        insert into payment_moves (payment_id, verb, status, at) values (payment.id, 'cancel', 'cancelled', cancel_send_outs.at);
        update coins set payment_id = null where payment_id = payment.id and spent_txid is null;
      end if;
    end if;
    outcomes := outcomes || answer;
  end loop;
  return query select number, outcomes[number] from generate_series(1, cardinality(outcomes)) as number;
end $$;

-- Keeps quotes of conversions, for their users. What they give is no more than the prices of now say, and not much less.
create function quote_conversions(quotes jsonb, at timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform assert_now(at);
  if exists (
    select
    from jsonb_populate_recordset(null::conversion_quotes, quotes) as quote
    left join rates giving on giving.crypto = quote.from_currency and giving.fiat = 'USD'
    left join rates getting on getting.crypto = quote.to_currency and getting.fiat = 'USD'
    cross join lateral (
      select quote.from_units * giving.rate * digits.getting / (getting.rate * digits.giving) as units
      from (select
        case quote.from_currency when 'BTC' then 1e8 when 'ETH' then 1e9 else 1e6 end as giving,
        case quote.to_currency when 'BTC' then 1e8 when 'ETH' then 1e9 else 1e6 end as getting) as digits
    ) as fair
    where (
      giving.stale_at > quote_conversions.at and getting.stale_at > quote_conversions.at
      and not giving.is_divergent and not getting.is_divergent
      and quote.to_units <= fair.units and quote.to_units >= fair.units * 0.9 - 1
      and quote.expires_at between quote_conversions.at and quote_conversions.at + interval '10 minutes'
    ) is not true
  ) then
    raise exception 'this is not what the coins cost' using errcode = 'check_violation';
  end if;
  insert into conversion_quotes
    (hash, user_id, from_currency, to_currency, from_units, to_units, rate, created_at, expires_at)
  select quote.hash, quote.user_id, quote.from_currency, quote.to_currency, quote.from_units, quote.to_units, quote.rate,
         quote_conversions.at, quote.expires_at
  from jsonb_populate_recordset(null::conversion_quotes, quotes) as quote;
end $$;

-- Takes quotes, each once: the users' coins to the operator, the operator's to the users. Outcomes by place, from 1:
-- converted, unknown, taken, expired, on_hold, restricted, insufficient, unavailable where the operator has too little,
-- halted:<name>.
create function convert_coins(quote_hashes text[], user_ids bigint[], at timestamptz)
returns table (place int, outcome text) language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  quote    conversion_quotes;
  outcomes text[] := '{}';
  answer   text;
begin
  perform assert_now(at);
  perform assert_lengths(cardinality(quote_hashes), cardinality(user_ids));
  for number in 1 .. cardinality(quote_hashes) loop
    select wanted.* into quote
    from conversion_quotes wanted
    where wanted.hash = quote_hashes[number] and wanted.user_id = user_ids[number]
    for update;
    answer := case
      when quote.id is null then 'unknown'
      when exists (select from conversions taken where taken.quote_id = quote.id) then 'taken'
      when quote.expires_at <= at then 'expired'
      else coalesce(
        'halted:' || standing_halt(array[
          'money_out', 'conversions', 'ledger', 'coin_' || quote.from_currency, 'coin_' || quote.to_currency]),
        kept_in(quote.user_id))
    end;
    if answer is null then
      answer := (post_each(
        array['conversion'], array[quote.hash], at, array[1, 1],
        array[available_account(quote.user_id, quote.from_currency), 'house:' || quote.to_currency || ':inventory'],
        array['house:' || quote.from_currency || ':inventory', available_account(quote.user_id, quote.to_currency)],
        array[quote.from_units, quote.to_units]))[1];
      if answer = 'duplicate' then raise exception 'this was converted before' using errcode = 'unique_violation'; end if;
    end if;
    if answer = 'posted' then
      answer := 'converted';
      insert into conversions (quote_id, user_id, created_at) values (quote.id, quote.user_id, convert_coins.at);
    elsif answer = 'insufficient' and coalesce((
      select account.balance_units
      from ledger_accounts account
      where account.name = available_account(quote.user_id, quote.from_currency)), 0) >= quote.from_units then
      answer := 'unavailable';
    end if;
    outcomes := outcomes || answer;
  end loop;
  return query select number, outcomes[number] from generate_series(1, cardinality(outcomes)) as number;
end $$;

revoke all on function
  kept_in, assert_lengths, reserve_send_outs, cancel_send_outs, quote_conversions, convert_coins
from public;
grant execute on function reserve_send_outs, cancel_send_outs, quote_conversions, convert_coins to parley_web;

revoke insert, update on send_outs, conversions, conversion_quotes from parley_web, parley_worker, parley_chain;
revoke update on chain_payments from parley_web, parley_worker;
revoke insert on payment_moves from parley_web, parley_worker;
revoke update (payment_id) on coins from parley_web;
-- A send-out has its payment's status, which the follower of its chain moves.
grant update (status, reason, ended_at) on send_outs to parley_chain;
revoke insert, update, delete on send_out_quotes from parley_worker, parley_chain;
