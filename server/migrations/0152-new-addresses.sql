-- What is worth more than a hundred dollars and goes to an address that nothing of this user's has been sent to waits a day:
-- time enough to read an email about it and to take it back, by a link in that email as well. The signer decides by its
-- own records whether it may leave; this is when it is asked. Owned by products/wallet.

-- How long a send-out of this quote waits: by what it says it is worth, or what prices say if that is more.
create function wait_for_address(quote send_out_quotes) returns interval language sql stable set search_path = public, pg_temp as $$
  select case
    when greatest(quote.usd_value, (
        select (quote.units + quote.fee_units) * price.rate
          / case quote.currency when 'BTC' then 1e8 when 'ETH' then 1e9 else 1e6 end
        from rates price
        where price.crypto = quote.currency and price.fiat = 'USD'))
      > coalesce((select (value #>> '{}')::numeric from settings where name = 'wallet.new_address_usd'), 100)
      and not exists (
        select
        from send_outs before
        where before.user_id = quote.user_id and before.currency = quote.currency and before.destination = quote.destination
          and before.status in ('broadcast', 'confirming', 'completed'))
    then make_interval(hours => coalesce((select (value #>> '{}')::int from settings where name = 'wallet.new_address_hours'), 24))
    else interval '0'
  end
$$;

-- As before; above a sum it waits where its address is new.
-- Reserves what quotes say, for their users, under these new hashes. Outcomes by place, from 1: reserved, unknown, taken,
-- expired, on_hold, restricted, closed, unproved, insufficient, halted:<name>.
create or replace function reserve_send_outs(hashes text[], quote_hashes text[], user_ids bigint[], at timestamptz)
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
         at + greatest(
           case when exists (
             select
             from user_restrictions restriction
             where restriction.user_id = quote.user_id and restriction.lifted_at is null
           ) then interval '24 hours' else interval '0' end,
           wait_for_address(quote)));
    end if;
    outcomes := outcomes || answer;
  end loop;
  return query select number, outcomes[number] from generate_series(1, cardinality(outcomes)) as number;
end $$;

-- The link in the email about a send-out that waits: what is kept is the SHA-256 of its token, in hexadecimal.
create table send_out_links (
  send_out_id bigint      primary key references send_outs,
  token_hash  text        not null unique,
  made_at     timestamptz not null
);
grant select, insert on send_out_links to parley_worker;
grant select on send_out_links to parley_web;

-- Whoever has the link takes the send-out back as its owner would. Outcomes by place, from 1: canceled, unknown, under_way.
create function cancel_linked_send_outs(token_hashes text[], at timestamptz)
returns table (place int, outcome text) language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  hashes   text[];
  user_ids bigint[];
begin
  perform assert_now(at);
  perform assert_lengths(cardinality(token_hashes));
  select array_agg(coalesce(sending.hash, '') order by number), array_agg(coalesce(sending.user_id, 0) order by number)
  into hashes, user_ids
  from unnest(token_hashes) with ordinality as given (token_hash, number)
  left join send_out_links link on link.token_hash = given.token_hash
  left join send_outs sending on sending.id = link.send_out_id;
  return query
    select canceled.place, canceled.outcome
    from cancel_send_outs(coalesce(hashes, '{}'), coalesce(user_ids, '{}'), cancel_linked_send_outs.at) as canceled;
end $$;

revoke all on function wait_for_address(send_out_quotes), cancel_linked_send_outs(text[], timestamptz) from public;
grant execute on function cancel_linked_send_outs(text[], timestamptz), wait_for_address(send_out_quotes) to parley_web;
grant select on rates to parley_signer;
